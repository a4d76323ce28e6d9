import type { StorySummary } from '#contract/administration.ts'
import { undeleteMs } from '../write/delete-story.ts'
import type { AnyStateRow } from './repository.ts'

export function presentAnyState(row: AnyStateRow, now: Date): StorySummary {
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

function stateOf({ deletedAt, isDraft, publishAt }: AnyStateRow): StorySummary['state'] {
  if (deletedAt) return 'deleted'
  if (!isDraft) return 'published'
  return publishAt ? 'planned' : 'draft'
}
