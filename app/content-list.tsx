import type { Metadata } from 'next'
import { NoStories } from '#components/article/no-stories.tsx'
import { StoryList } from '#components/article/story-list.tsx'
import { TopicNav } from '#components/article/topic-nav.tsx'
import type { StoryListCall } from '#components/article/use-more-stories.ts'
import { type Subject, SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { AsideLayout } from '#components/ui/page-layouts.tsx'
import { allCategories, categoryName, categorySentence, findCategory } from '#contract/categories.ts'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import type { PublicationPage } from '#contract/publications.ts'
import type { ListedStory } from '#contract/stories.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { read } from '#lib/api/read.ts'
import { listStories } from '#lib/api/stories.ts'
import { writeMarkup } from '#lib/renderer/static-markup.ts'
import { collectionLd } from '#lib/seo/json-ld.ts'
import { titleBesideSite } from '#lib/seo/list-head.ts'
import { listMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

/** One page of stories with everything that its screen says about them. */
export type ContentList = {
  heading: string
  description: string
  stories: ListedStory[]
  cursor: string | undefined
  nextCursor: string | undefined
  /** The screen's address without a cursor. */
  listPath: string
  /** The browser's call for the same list. */
  listCall: StoryListCall
  /** The address of the picture that other sites show for it. */
  shareImage: string
  /** The category that the topics mark as open. */
  category?: string
  publication?: PublicationPage
  /** The subject of the newsletter box below the list. */
  newsletter: Subject
}

/** Pages end at content-defined boundaries, so that the URLs of later pages don't change (decision 030). */
export const onePage = { limit: 18, ends: 'steady' } as const

/** @throws ApiFailure with status 404 if the category is not one of ours and has no stories. */
export async function loadCategory(category: string, listPath: string, cursor?: string): Promise<ContentList> {
  const { categories } = site()
  const { body: stories, nextCursor } = await listStories({ kind: 'category', category }, { cursor, ...onePage })
  const isKnown = category === allCategories || findCategory(category, categories) !== undefined
  if (!isKnown && stories.length === 0) throw new ApiFailure(404, 'not_found', 'No such category')
  // A category that is not one of ours has no newsletter.
  const subject = isKnown ? category : allCategories
  return {
    ...{ stories, cursor, nextCursor, listPath, category },
    heading: categoryName(category, categories),
    description: categorySentence(category, categories),
    listCall: { name: 'GET /contents/category/:category', input: { params: { category }, query: onePage } },
    shareImage: filePaths.listShareImage('category', category),
    newsletter: { name: categoryName(subject, categories), category: subject },
  }
}

/** Finds a publication by slug or name; `listPath` is its own address. */
export async function loadPublication(
  wanted: string,
  cursor?: string,
): Promise<ContentList & { publication: PublicationPage }> {
  const [{ body: publication }, { body: stories, nextCursor }] = await Promise.all([
    read('GET /publications/:publication', { params: { publication: wanted } }),
    listStories({ kind: 'publication', publication: wanted }, { cursor, ...onePage }),
  ])
  const { name, description, slug } = publication
  return {
    ...{ heading: name, description, stories, cursor, nextCursor, publication },
    listPath: paths.publication(slug),
    listCall: {
      name: 'GET /contents/publication/:publication',
      input: { params: { publication: slug }, query: onePage },
    },
    shareImage: filePaths.listShareImage('publication', slug),
    newsletter: { name, publication: slug },
  }
}

export function contentListMetadata({ description, cursor, nextCursor, shareImage, ...list }: ContentList): Metadata {
  return listMetadata({
    ...{ description, cursor, nextCursor, shareImage },
    title: titleBesideSite(list.heading),
    path: list.listPath,
    newest: list.stories[0]?.published_at,
    // An empty publication is for its owner: its page has nothing to find yet.
    listed: !list.publication || list.stories.length > 0,
  })
}

export function ContentListView({ list }: { list: ContentList }) {
  return (
    <AsideLayout
      aside={
        <>
          <PageHeading title={list.heading} text={list.description} />
          <TopicNav categories={site().categories} current={list.category} write={writeMarkup} />
        </>
      }
    >
      <ContentListBody list={list} />
    </AsideLayout>
  )
}

/** The stories, the way to the next ones, and the newsletter box below them. */
export function ContentListBody({ list }: { list: ContentList }) {
  return (
    <>
      {list.stories.length === 0 ? (
        <NoStories publication={list.publication?.slug} />
      ) : (
        <StoryList
          write={writeMarkup}
          stories={list.stories}
          heading="h2"
          nextCursor={list.nextCursor}
          listPath={list.listPath}
          listCall={list.listCall}
          known={{ category: list.category !== undefined && list.category !== allCategories }}
        />
      )}
      <JsonLd data={collectionLd({ name: list.heading, ...list })} write={writeMarkup} />
      <div className="no-print mt-16">
        <SubscribeForm variant="box" subject={list.newsletter} usual={site().default_frequency} />
      </div>
    </>
  )
}
