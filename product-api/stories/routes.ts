import { administration, type StorySummary } from '#contract/administration.ts'
import { type Bookmark, bookmarks } from '#contract/bookmarks.ts'
import { type Publication, publications } from '#contract/publications.ts'
import { reads } from '#contract/reads.ts'
import { stories } from '#contract/stories.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Api } from '#platform/http/api.ts'
import { type Call, endpoint, linkNext, movedTo } from '#platform/http/endpoint.ts'
import { type AdminStoryRow, listAdminStories } from './admin/list-admin-stories.ts'
import {
  addBookmark,
  type BookmarkRow,
  isBookmarked,
  listBookmarks,
  type OnBookmarked,
  removeBookmark,
} from './bookmarks/bookmarks.ts'
import { presentCard, presentListed, presentPage, presentSitemapPart, timeOf } from './display/present.ts'
import { frontPageRoutes } from './front-page/routes.ts'
import * as reading from './list-stories.ts'
import { createPublication, deletePublication, updatePublication } from './publications/write-publications.ts'
import {
  countSubscribersOf,
  listPublications,
  listPublicationsOf,
  type PublicationWithOwner,
  readPublication,
} from './publications.ts'
import { addReads } from './read-counts/read-counts.ts'
import { readersRoutes } from './readers/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { searchStories } from './search/service.ts'
import { siteTextRoutes } from './site-texts/routes.ts'
import { listSitemap, listSitemapParts } from './sitemap/sitemap.ts'
import { thanksRoutes } from './thanks/routes.ts'
import { writingRoutes } from './write/routes.ts'
import { undeleteMs } from './write/withdraw-story.ts'

/** The calls about stories: reading, writing, searching, saving them, and publications. */
export function storyRoutes(api: Api, { onBookmarked }: { onBookmarked: OnBookmarked }): void {
  // First: `/contents/search` and `/contents/reads` would be taken for a story's slug.
  endpoint(api, stories.search, async (ctx, call) => {
    const { hits, nextCursor, corrected, isTooCommon } = await searchStories(ctx, call.query)
    if (nextCursor) linkNext(call, ['content', 'limit'], nextCursor)
    // The text that was looked for, percent-encoded.
    if (corrected) call.answer.set('search-corrected', encodeURIComponent(corrected))
    if (isTooCommon) call.answer.set('search-too-common', 'true')
    return hits.map(({ row, highlights }) => ({ ...presentCard(row, ctx), highlights }))
  })
  endpoint(api, reads.report, async (ctx, { body }) => ({ stories: await addReads(ctx, body) }))
  readingRoutes(api)
  frontPageRoutes(api)
  reportRoutes(api)
  siteTextRoutes(api)
  writingRoutes(api)
  adminStoryRoutes(api)
  bookmarkRoutes(api, { onBookmarked })
  thanksRoutes(api)
  publicationRoutes(api)
  readersRoutes(api)
}

function readingRoutes(api: Api): void {
  endpoint(api, stories.list, async (ctx, call) => answerList(ctx, call, await reading.listAll(ctx, call.query)))
  endpoint(api, stories.byCategory, async (ctx, call) =>
    answerList(ctx, call, await reading.listByCategory(ctx, call.params.category, call.query)),
  )
  endpoint(api, stories.byPublication, async (ctx, call) =>
    answerList(ctx, call, await reading.listByPublication(ctx, call.params.publication, call.query)),
  )
  endpoint(api, stories.byAuthor, async (ctx, call) =>
    answerList(ctx, call, await reading.listByAuthor(ctx, call.params.uuid, call.query)),
  )
  endpoint(api, stories.count, async (ctx) => ({ count: await reading.countStories(ctx) }))
  endpoint(api, stories.many, async (ctx, { params }) =>
    (await reading.listMany(ctx, params.ids)).map((row) => presentListed(row, ctx)),
  )
  endpoint(api, stories.sitemapParts, async (ctx) => (await listSitemapParts(ctx)).map(presentSitemapPart))
  endpoint(api, stories.sitemap, async (ctx, call) => {
    const { entries, nextCursor } = await listSitemap(ctx, call.query)
    if (nextCursor) linkNext(call, ['until', 'limit'], nextCursor)
    return entries
  })
  endpoint(api, stories.bySlugOnly, (ctx, { params }) => answerStory(ctx, params.slug, '/contents/slug/'))
  endpoint(api, stories.bySlug, (ctx, { params }) => answerStory(ctx, params.slug, '/contents/'))
}

function answerList(ctx: Context, call: Pick<Call, 'path' | 'searchParams' | 'answer'>, page: reading.ListPage) {
  if (page.nextCursor) linkNext(call, ['limit', 'include', 'ends'], page.nextCursor)
  return page.rows.map((row) => presentListed(row, ctx))
}

async function answerStory(ctx: Context, slug: string, base: string) {
  const found = await reading.readStory(ctx, slug)
  if ('movedTo' in found) return movedTo(base + encodeURIComponent(found.movedTo))
  return presentPage(found, ctx)
}

/** Stories in any state, for administrators. */
function adminStoryRoutes(api: Api): void {
  endpoint(api, administration.stories, async (ctx, call) => {
    const { rows, nextCursor } = await listAdminStories(ctx, call.query)
    if (nextCursor) linkNext(call, ['query', 'state', 'limit'], nextCursor)
    return rows.map((row) => presentAdminStory(row, ctx.now()))
  })
}

function presentAdminStory(row: AdminStoryRow, now: Date): StorySummary {
  const { id, slug, title, authorId, authorName, updatedAt, publishedAt, publishAt, deletedAt } = row
  const until = deletedAt && new Date(deletedAt.getTime() + undeleteMs)
  return {
    ...{ _id: id, slug, title },
    author: authorId ? { uuid: authorId, name: authorName ?? '' } : null,
    state: stateOf(row),
    updated_at: updatedAt.toISOString(),
    published_at: timeOf(publishedAt),
    publish_at: timeOf(publishAt),
    deleted_at: timeOf(deletedAt),
    restorable_until: until && until > now ? until.toISOString() : null,
  }
}

function stateOf({ deletedAt, isDraft, publishAt }: AdminStoryRow): StorySummary['state'] {
  if (deletedAt) return 'deleted'
  if (!isDraft) return 'published'
  return publishAt ? 'planned' : 'draft'
}

function bookmarkRoutes(api: Api, { onBookmarked }: { onBookmarked: OnBookmarked }): void {
  endpoint(api, bookmarks.check, async (ctx, { params }) => ({ bookmarked: await isBookmarked(ctx, params) }))
  endpoint(api, bookmarks.add, async (ctx, { body }) => {
    await addBookmark(ctx, body, onBookmarked)
    return { ...body, bookmarked: true }
  })
  endpoint(api, bookmarks.remove, async (ctx, { params }) => {
    await removeBookmark(ctx, params)
    return { ...params, bookmarked: false }
  })
  endpoint(api, bookmarks.ofUser, async (ctx, call) => {
    const { rows, nextCursor } = await listBookmarks(ctx, call.params.userId, call.query)
    if (nextCursor) linkNext(call, ['limit', 'search', 'order'], nextCursor)
    return rows.map((row) => presentBookmark(row, ctx))
  })
}

function presentBookmark(row: BookmarkRow, ctx: SignedInContext): Bookmark {
  return { ...presentListed(row, ctx), articleId: row.id, saved_at: row.savedAt.toISOString() }
}

function publicationRoutes(api: Api): void {
  endpoint(api, publications.list, async (ctx, call) => {
    const { rows, nextCursor } = await listPublications(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentPublication)
  })
  endpoint(api, publications.ofUser, async (ctx) =>
    (await listPublicationsOf(ctx, ctx.actor.id)).map(presentPublication),
  )
  endpoint(api, publications.byName, async (ctx, { params }) => {
    const { storyCount, categories, ...publication } = await readPublication(ctx, params.publication)
    return { ...presentPublication(publication), story_count: storyCount, categories }
  })
  endpoint(api, publications.subscriberCount, async (ctx, { params }) => ({
    count: await countSubscribersOf(ctx, params.publication),
  }))
  endpoint(api, publications.create, async (ctx, { body }) => ({
    publication: presentPublication(await createPublication(ctx, body)),
  }))
  endpoint(api, publications.update, async (ctx, { params, body }) => ({
    publication: presentPublication(await updatePublication(ctx, params.publication, body)),
  }))
  endpoint(api, publications.remove, async (ctx, { params }) => {
    await deletePublication(ctx, params.publication)
    return { message: 'The publication has been deleted. Its stories are still there.' }
  })
}

function presentPublication(row: PublicationWithOwner): Publication {
  return {
    _id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    image: row.image,
    owner_uuid: row.ownerId,
    owner_name: row.ownerName ?? '',
  }
}
