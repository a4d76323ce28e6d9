import { administration, type StorySummary } from '#contract/administration.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { undeleteMs } from '../write/withdraw-story.ts'
import { type AdminStoryRow, listAdminStories } from './list-admin-stories.ts'

/** Stories in any state, for administrators. */
export function adminStoryRoutes(api: Api): void {
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
    published_at: publishedAt?.toISOString() ?? null,
    publish_at: publishAt?.toISOString() ?? null,
    deleted_at: deletedAt?.toISOString() ?? null,
    restorable_until: until && until > now ? until.toISOString() : null,
  }
}

function stateOf({ deletedAt, isDraft, publishAt }: AdminStoryRow): StorySummary['state'] {
  if (deletedAt) return 'deleted'
  if (!isDraft) return 'published'
  return publishAt ? 'planned' : 'draft'
}
