import type { CollectionPage, ItemList, ProfilePage, WithContext } from 'schema-dts'
import { filePaths } from '#contract/file-paths.ts'
import { pagePath, paths } from '#contract/paths.ts'
import type { StoryCard } from '#contract/stories.ts'
import type { Profile } from '#contract/users.ts'
import { personOf, siteId } from './json-ld.ts'
import { absolute, siteLanguage } from './site.ts'

type LinkedStory = Pick<StoryCard, 'slug' | 'title'>

/** One page of a list, with the stories on it. */
export function collectionLd(list: {
  name: string
  description: string
  listPath: string
  cursor?: string | undefined
  stories: readonly LinkedStory[]
}): WithContext<CollectionPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: list.name,
    ...(list.description && { description: list.description }),
    url: absolute(list.cursor ? pagePath(list.listPath, list.cursor) : list.listPath),
    inLanguage: siteLanguage,
    isPartOf: { '@id': siteId() },
    mainEntity: itemList(list.stories),
  }
}

/** A person's page: who it is about, and what they have published. It changes with its newest story. */
export function profileLd(
  profile: Profile,
  stories: readonly (LinkedStory & { published_at?: string | null })[],
): WithContext<ProfilePage> {
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
    mainEntity: personOf(profile),
    hasPart: stories.map(({ slug, title }) => ({
      '@type': 'Article' as const,
      headline: title,
      url: absolute(paths.article(slug)),
    })),
  }
}

function itemList(stories: readonly LinkedStory[]): ItemList {
  return {
    '@type': 'ItemList',
    itemListOrder: 'https://schema.org/ItemListOrderDescending',
    numberOfItems: stories.length,
    itemListElement: stories.map(({ slug, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: absolute(paths.article(slug)),
    })),
  }
}
