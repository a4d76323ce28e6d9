import { findUser } from '#accounts/users.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound } from '#platform/problem.ts'
import { excerpt } from '#story-html/excerpt.ts'
import {
  changeStory,
  findId,
  type LoadedStory,
  loadStoryForUpdate,
  nextVersion,
  refuseStale,
  type Written,
  withoutWorkingCopy,
  withWorkingCopy,
  writtenOf,
} from '../load-story.ts'
import { deleteReportsOf } from '../reports/repository.ts'
import { recordStoryChange } from './record-story-change.ts'
import {
  deleteDeletedBefore,
  deleteWorkingCopy,
  findStory,
  findStoryForUpdate,
  markStory,
  type StoredStory,
  saveRevision,
} from './repository.ts'
import { savePreviousRevision } from './save-text.ts'

export const undeleteMs = 30 * dayMs
const batch = 200

/**
 * Makes a published story a draft again, with the text and the slug of its working copy if there is one. Its address
 * answers 404 until it is published again, with its first publishing date; clears the schedule.
 * @throws Problem `not_found`, `forbidden`, and StaleVersion.
 */
export function unpublishStory(ctx: SignedInContext, idOrSlug: string, expectedVersion?: number): Promise<Written> {
  return changeStory(ctx, idOrSlug, async (tx, open) => {
    if (open.story.isDraft) return writtenOf(open)
    refuseStale(open, expectedVersion)
    return unpublishLoaded(ctx, tx, open)
  })
}

/** Unpublishes a published story that is locked. */
export async function unpublishLoaded(ctx: SignedInContext, tx: Db, open: LoadedStory): Promise<Written> {
  const { story, workingCopy, text } = open
  const now = ctx.now()
  await savePreviousRevision(tx, withoutWorkingCopy(story))
  const version = await nextVersion(tx, open)
  const slug = workingCopy?.nextSlug ?? story.slug
  const shown = { ...text, slug, excerpt: excerpt(text.contentText) }
  const isSlugChosen = story.isSlugChosen || slug !== story.slug
  await markStory(tx, story.id, { ...shown, isSlugChosen, version, isDraft: true, publishAt: null, updatedAt: now })
  await deleteWorkingCopy(tx, story.id)
  await recordStoryChange(ctx, tx, story, undefined)
  return { id: story.id, slug, version, isDraft: true, updatedAt: now }
}

/**
 * Deletes the working copy of a published story and clears its schedule; a revision keeps the text. Does nothing without
 * a working copy.
 * @throws Problem `not_found`, `forbidden`, and StaleVersion.
 */
export function discardWorkingCopy(ctx: SignedInContext, idOrSlug: string, expectedVersion?: number): Promise<Written> {
  return changeStory(ctx, idOrSlug, async (tx, open) => {
    const { story, workingCopy, text, version } = open
    if (!workingCopy) return writtenOf(open)
    refuseStale(open, expectedVersion)
    const kept = { contentId: story.id, version, text, at: ctx.now(), authorId: workingCopy.updatedBy }
    await saveRevision(tx, { ...kept, kind: 'discard' })
    await deleteWorkingCopy(tx, story.id)
    if (story.publishAt) await markStory(tx, story.id, { publishAt: null })
    return writtenOf(withoutWorkingCopy(story))
  })
}

/** An administrator can restore it for 30 days; clears the schedule. @throws Problem `not_found` or `forbidden`. */
export async function deleteStory(ctx: SignedInContext, idOrSlug: string): Promise<void> {
  const remove = async (tx: Db) => {
    const { story } = await loadStoryForUpdate(ctx, tx, idOrSlug)
    await markStory(tx, story.id, { deletedAt: ctx.now(), publishAt: null })
    await deleteReportsOf(tx, story.id)
    if (story.authorId !== ctx.actor.id) await recordStoryAudit(ctx, tx, 'story_deleted', story)
    await recordStoryChange(ctx, tx, story, undefined)
    return story.id
  }
  await transaction(ctx.db, remove, { isThere: async (id) => (await findStory(ctx.db, id))?.deletedAt !== null })
}

/** For administrators; the route checks that. @throws Problem `not_found`, also after 30 days. */
export function undeleteStory(ctx: SignedInContext, idOrSlug: string): Promise<Written> {
  const bringBack = async (tx: Db) => {
    const id = await findId(tx, idOrSlug)
    const story = id ? await findStoryForUpdate(tx, id, { deletedSince: monthAgo(ctx) }) : undefined
    if (!story) throw notFound('deleted story')
    // Another draft may have this key by now.
    await markStory(tx, story.id, { deletedAt: null, draftKey: null })
    await recordStoryAudit(ctx, tx, 'story_brought_back', story)
    await recordStoryChange(ctx, tx, undefined, story)
    return writtenOf(await withWorkingCopy(tx, story))
  }
  return transaction(ctx.db, bringBack, {
    isThere: async ({ id }) => (await findStory(ctx.db, id))?.deletedAt === null,
  })
}

/** Deletes for good the stories that were deleted more than 30 days ago. */
export async function forgetDeleted(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  while ((await deleteDeletedBefore(ctx.db, monthAgo(ctx), batch)) === batch);
}

function monthAgo({ now }: Pick<Context, 'now'>): Date {
  return new Date(now().getTime() - undeleteMs)
}

/** Records an administrator's action on someone else's story. */
async function recordStoryAudit(
  ctx: SignedInContext,
  tx: Db,
  action: 'story_deleted' | 'story_brought_back',
  { id, title, authorId }: StoredStory,
): Promise<void> {
  const author = authorId ? await findUser(tx, authorId) : undefined
  await recordAudit(ctx, tx, { action, userId: author?.id, email: author?.email, details: { story: id, title } })
}
