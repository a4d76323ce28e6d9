import { knownCategories } from '#contract/categories.ts'
import { pickFields, storyFieldNames } from '#contract/story-fields.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { isWritten, loadStory, loadStoryForUpdate, refuseStale, type Written, writtenOf } from '../load-story.ts'
import { applyChange, isSameText } from './edited-text.ts'
import { listRevisions, type RevisionRow, readRevision } from './revisions.ts'
import { saveText } from './save-text.ts'
import { limitStorySaves } from './write-story.ts'

/** Newest first. @throws Problem `not_found` or `forbidden`. */
export async function listRevisionsOf(
  ctx: SignedInContext,
  idOrSlug: string,
  page: { cursor?: string | undefined; limit: number },
) {
  const { story } = await loadStory(ctx, idOrSlug)
  return listRevisions(ctx.db, story.id, page)
}

/** @throws Problem `not_found` or `forbidden`. */
export async function readRevisionOf(ctx: SignedInContext, idOrSlug: string, revision: string): Promise<RevisionRow> {
  const { story } = await loadStory(ctx, idOrSlug)
  return readRevision(ctx.db, story.id, revision)
}

/**
 * Makes a revision the text being edited, and stores the text that it replaces. Publication, slug and schedule stay, and
 * nothing public changes. Does nothing if the text is the same.
 * @throws Problem `not_found`, `forbidden`, `too_many_requests`, and StaleVersion.
 */
export async function restoreRevision(
  ctx: SignedInContext,
  idOrSlug: string,
  revision: string,
  expectedVersion?: number,
): Promise<Written> {
  await limitStorySaves(ctx)
  const restore = async (tx: Db) => {
    const open = await loadStoryForUpdate(ctx, tx, idOrSlug)
    const kept = await readRevision(tx, open.story.id, revision)
    // A category that the site no longer has would put the story in no list.
    const category = knownCategories(ctx.productName).includes(kept.category) ? kept.category : open.text.category
    const after = applyChange(open.text, { ...pickFields(kept, storyFieldNames), category })
    if (isSameText(open.text, after)) return writtenOf(open)
    refuseStale(open, expectedVersion)
    return saveText(ctx, tx, open, after, { by: ctx.actor.id, isRestored: true })
  }
  return transaction(ctx.db, restore, { isThere: (written) => isWritten(ctx.db, written) })
}
