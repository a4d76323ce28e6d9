import { findUser } from '#accounts/users.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound } from '#platform/problem.ts'
import { findId, loadStoryForUpdate, type Written, withWorkingCopy, writtenOf } from '../load-story.ts'
import { publicVersion, recordStoryChange } from './record-story-change.ts'
import { deleteDeletedBefore, findDeletedForUpdate, findStory, markStory, type StoredStory } from './repository.ts'

export const undeleteMs = 30 * 24 * 60 * 60 * 1000
const batch = 200

/** An administrator can bring it back for 30 days; a plan to publish it is taken back. @throws Problem `not_found` or `forbidden`. */
export async function deleteStory(ctx: SignedInContext, idOrSlug: string): Promise<void> {
  const remove = async (tx: Db) => {
    const { story } = await loadStoryForUpdate(ctx, tx, idOrSlug)
    await markStory(tx, story.id, { deletedAt: ctx.now(), publishAt: null })
    const author = await findAuthor(tx, story)
    if (story.authorId !== ctx.actor.id) await recordStoryAudit(ctx, tx, 'story_deleted', story, author)
    await recordStoryChange(ctx, tx, publicVersion(story, author?.name ?? ''), undefined)
    return story.id
  }
  await transaction(ctx.db, remove, { isThere: async (id) => (await findStory(ctx.db, id))?.deletedAt !== null })
}

/** For administrators; the route checks that. @throws Problem `not_found`, also after 30 days. */
export function undeleteStory(ctx: SignedInContext, idOrSlug: string): Promise<Written> {
  const bringBack = async (tx: Db) => {
    const id = await findId(tx, idOrSlug)
    const since = new Date(ctx.now().getTime() - undeleteMs)
    const story = id ? await findDeletedForUpdate(tx, id, since) : undefined
    if (!story) throw notFound('deleted story')
    // Another draft may have this key by now.
    await markStory(tx, story.id, { deletedAt: null, draftKey: null })
    const author = await findAuthor(tx, story)
    await recordStoryAudit(ctx, tx, 'story_brought_back', story, author)
    await recordStoryChange(ctx, tx, undefined, publicVersion(story, author?.name ?? ''))
    return writtenOf(await withWorkingCopy(tx, story))
  }
  return transaction(ctx.db, bringBack, {
    isThere: async ({ id }) => (await findStory(ctx.db, id))?.deletedAt === null,
  })
}

async function findAuthor(tx: Db, { authorId }: StoredStory): Promise<UserRow | undefined> {
  return authorId ? findUser(tx, authorId) : undefined
}

/** Records an administrator's action on someone else's story. */
function recordStoryAudit(
  ctx: SignedInContext,
  tx: Db,
  action: 'story_deleted' | 'story_brought_back',
  { id, title }: StoredStory,
  author: UserRow | undefined,
): Promise<void> {
  return recordAudit(ctx, tx, { action, userId: author?.id, email: author?.email, details: { story: id, title } })
}

/** Deletes for good the stories that were deleted more than 30 days ago. */
export async function forgetDeleted(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(ctx.now().getTime() - undeleteMs)
  while ((await deleteDeletedBefore(ctx.db, before, batch)) === batch);
}
