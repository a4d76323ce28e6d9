import { findNameOf } from '#accounts/users.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { excerpt } from '#story-html/excerpt.ts'
import {
  isWritten,
  loadStoryForUpdate,
  nextVersion,
  refuseStale,
  type Written,
  withoutWorkingCopy,
  writtenOf,
} from '../load-story.ts'
import { publicVersion, recordStoryChange } from './record-story-change.ts'
import { deleteWorkingCopy, markStory } from './repository.ts'
import { savePreviousRevision } from './revisions.ts'

/**
 * Makes a published story a draft again, with the text and the slug of its working copy if there is one. Its address
 * answers 404 until it is published again, with its first publishing date; clears the schedule.
 * @throws Problem `not_found`, `forbidden`, and StaleVersion.
 */
export function unpublishStory(ctx: SignedInContext, idOrSlug: string, expectedVersion?: number): Promise<Written> {
  const unpublish = async (tx: Db) => {
    const open = await loadStoryForUpdate(ctx, tx, idOrSlug)
    const { story, workingCopy, text } = open
    if (story.isDraft) return writtenOf(open)
    refuseStale(open, expectedVersion)
    const now = ctx.now()
    await savePreviousRevision(tx, withoutWorkingCopy(story))
    const version = await nextVersion(tx, open)
    const slug = workingCopy?.nextSlug ?? story.slug
    const shown = { ...text, slug, excerpt: excerpt(text.contentText) }
    const isSlugChosen = story.isSlugChosen || slug !== story.slug
    await markStory(tx, story.id, { ...shown, isSlugChosen, version, isDraft: true, publishAt: null, updatedAt: now })
    await deleteWorkingCopy(tx, story.id)
    await recordStoryChange(ctx, tx, publicVersion(story, await findNameOf(tx, story.authorId)), undefined)
    return { id: story.id, slug, version, isDraft: true, updatedAt: now }
  }
  return transaction(ctx.db, unpublish, { isThere: (written) => isWritten(ctx.db, written) })
}
