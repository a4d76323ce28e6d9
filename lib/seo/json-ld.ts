import type * as schema from 'schema-dts'
import { categoryName } from '#contract/categories.ts'
import { filePaths } from '#contract/file-paths.ts'
import { pagePath, paths } from '#contract/paths.ts'
import type { Publication } from '#contract/publications.ts'
import type { Narration, Story, StoryCard } from '#contract/stories.ts'
import { parseUploadAddress, uploadAddress } from '#contract/uploaded-pictures.ts'
import type { Profile } from '#contract/users.ts'
import { site } from '#lib/site.ts'
import { absolute, siteLanguage } from './site.ts'
import { iconPath } from './site-icon.ts'

/** The site's id, by which other descriptions refer to it. */
function siteId(): string {
  return `${absolute(paths.home)}#site`
}

/** The publisher of the site's content. */
function publisher(): schema.Organization {
  const { name: siteName, social_links: socialLinks } = site()
  return {
    '@type': 'Organization',
    '@id': `${absolute(paths.home)}#organization`,
    name: siteName,
    url: absolute(paths.home),
    logo: logoOf(),
    ...(socialLinks.length > 0 && { sameAs: socialLinks }),
  }
}

/** The site, who publishes it and how to search it (schema.org WebSite with SearchAction). */
export function webSiteLd(): schema.WithContext<schema.WebSite> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    '@id': siteId(),
    publisher: publisher(),
    inLanguage: siteLanguage,
    name: site().name,
    description: site().tagline,
    url: absolute(paths.home),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${absolute(paths.search())}?q={search_term_string}` },
      // The search box's own annotation; schema-dts does not know it.
      ...{ 'query-input': 'required name=search_term_string' },
    },
  }
}

/** The logo, or the icon. */
function logoOf(): schema.ImageObject {
  const { logo } = site()
  const picture = logo === null ? undefined : parseUploadAddress(logo)
  const { width, height } = picture ?? { width: 512, height: 512 }
  const url = absolute(picture ? uploadAddress(picture) : iconPath('512.png'))
  return { '@type': 'ImageObject', url, width: `${width}`, height: `${height}` }
}

function authorOf(story: StoryCard): schema.Person {
  return {
    '@type': 'Person',
    name: story.author_name || story.author,
    ...(story.author_uuid && { url: absolute(paths.profile(story.author_uuid)) }),
  }
}

/** The book that a summary is of; undefined if none is named. */
function bookOf({ category, book_title: name, book_author: author }: StoryCard): schema.Book | undefined {
  if (category !== 'book_summary' || !name) return undefined
  return { '@type': 'Book', name, ...(author && { author: { '@type': 'Person', name: author } }) }
}

/** A story as schema.org Article, with its word count; a summary is about its book. */
export function articleLd(story: Story): schema.WithContext<schema.Article> {
  const { categories } = site()
  const book = bookOf(story)
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: story.title,
    description: story.sub_title || story.excerpt,
    url: absolute(paths.article(story.slug)),
    mainEntityOfPage: absolute(paths.article(story.slug)),
    image: [...(story.story_image ? [absolute(story.story_image)] : []), absolute(filePaths.shareImage(story.slug))],
    articleSection: categoryName(story.category, categories),
    wordCount: story.word_count,
    timeRequired: `PT${story.reading_minutes}M`,
    isAccessibleForFree: true,
    inLanguage: siteLanguage,
    author: authorOf(story),
    ...(book && { about: book }),
    publisher: publisher(),
    ...(story.publication && {
      isPartOf: {
        '@type': 'Blog',
        name: story.publication,
        ...(story.publication_slug && { url: absolute(paths.publication(story.publication_slug)) }),
      },
    }),
    ...(story.narration && { audio: audioOf(story.title, story.narration) }),
    ...(story.published_at && { datePublished: story.published_at }),
    ...(story.updated_at && { dateModified: story.updated_at }),
  }
}

function audioOf(name: string, { url, transcript, duration_ms, bytes }: Narration): schema.AudioObject {
  return {
    '@type': 'AudioObject',
    name,
    contentUrl: absolute(url),
    encodingFormat: 'audio/mpeg',
    contentSize: `${bytes}`,
    duration: `PT${Math.round(duration_ms / 1_000)}S`,
    caption: { '@type': 'MediaObject', contentUrl: absolute(transcript), encodingFormat: 'text/vtt' },
    inLanguage: siteLanguage,
  }
}

/** The book that a summary is about, if one is named. No review: search engines ignore those without a rating. */
export function bookLd(story: StoryCard): schema.WithContext<schema.Book> | undefined {
  const book = bookOf(story)
  if (!book) return undefined
  const url = absolute(paths.article(story.slug))
  return {
    '@context': 'https://schema.org',
    ...book,
    subjectOf: { '@type': 'Article', headline: story.title, url, author: authorOf(story) },
  }
}

/** The place of a page: name and address of each step from home to here. */
export function breadcrumbLd(
  steps: readonly { name: string; path: string }[],
): schema.WithContext<schema.BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: absolute(step.path),
    })),
  }
}

type LinkedStory = Pick<StoryCard, 'slug' | 'title'>

/** One page of a list, with the stories on it. */
export function collectionLd(list: {
  name: string
  description: string
  listPath: string
  cursor?: string | undefined
  stories: readonly LinkedStory[]
  /** The publication whose stories these are. */
  publication?: Publication | undefined
}): schema.WithContext<schema.CollectionPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: list.name,
    ...(list.description && { description: list.description }),
    url: absolute(list.cursor ? pagePath(list.listPath, list.cursor) : list.listPath),
    inLanguage: siteLanguage,
    isPartOf: { '@id': siteId() },
    ...(list.publication && { about: blogOf(list.publication) }),
    mainEntity: {
      '@type': 'ItemList',
      itemListOrder: 'https://schema.org/ItemListOrderDescending',
      numberOfItems: list.stories.length,
      itemListElement: list.stories.map(({ slug, title: name }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        url: absolute(paths.article(slug)),
      })),
    },
  }
}

/** A publication, and the person who runs it. */
function blogOf({ name, slug, description, image, owner_uuid, owner_name }: Publication): schema.Blog {
  return {
    '@type': 'Blog',
    name,
    url: absolute(paths.publication(slug)),
    ...(description && { description }),
    ...(image && { image: absolute(image) }),
    ...(owner_name && {
      author: {
        '@type': 'Person',
        name: owner_name,
        ...(owner_uuid && { url: absolute(paths.profile(owner_uuid)) }),
      },
    }),
    inLanguage: siteLanguage,
    publisher: publisher(),
  }
}

/** A person's page: who it is about, and what they have published. It changes with its newest story. */
export function profileLd(
  profile: Profile,
  stories: readonly (LinkedStory & { published_at?: string | null })[],
): schema.WithContext<schema.ProfilePage> {
  const published = stories.flatMap(({ published_at }) => published_at ?? [])
  const newest = published.toSorted().at(-1)
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: absolute(paths.profile(profile.uuid)),
    inLanguage: siteLanguage,
    isPartOf: { '@id': siteId() },
    image: absolute(filePaths.listShareImage('author', profile.uuid)),
    ...(profile.joined_on && { dateCreated: profile.joined_on }),
    ...((newest || profile.joined_on) && { dateModified: newest ?? profile.joined_on ?? '' }),
    mainEntity: {
      '@type': 'Person',
      name: profile.name,
      identifier: profile.uuid,
      url: absolute(paths.profile(profile.uuid)),
      ...(profile.bio && { description: profile.bio }),
      ...(profile.profile_image && { image: absolute(profile.profile_image) }),
    },
    hasPart: stories.map(({ slug, title }) => ({
      '@type': 'Article' as const,
      headline: title,
      url: absolute(paths.article(slug)),
    })),
  }
}
