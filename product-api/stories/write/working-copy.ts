import { findNameOf } from '#accounts/users.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import {
  isWritten,
  type LoadedStory,
  loadStory,
  loadStoryForUpdate,
  refuseStale,
  type Written,
  withoutWorkingCopy,
  writtenOf,
} from '../load-story.ts'
import { findPublicationById } from '../publications.ts'
import { deleteWorkingCopy, markStory } from './repository.ts'
import { saveRevision } from './revisions.ts'

/** A loaded story with the names of its author and its publication. */
export type NamedStory = LoadedStory & {
  accountName: string
  publication: { name: string; slug: string } | undefined
}

/** @throws Problem `not_found` or `forbidden`. */
export async function readWorkingCopy(ctx: SignedInContext, idOrSlug: string): Promise<NamedStory> {
  return withNames(ctx.db, await loadStory(ctx, idOrSlug))
}

export async function withNames(db: Db, open: LoadedStory): Promise<NamedStory> {
  const { story, text } = open
  const publication = text.publicationId ? await findPublicationById(db, text.publicationId) : undefined
  return { ...open, publication, accountName: await findNameOf(db, story.authorId) }
}

/**
 * Deletes the working copy of a published story and clears its schedule; a revision keeps the text. Does nothing without
 * a working copy.
 * @throws Problem `not_found`, `forbidden`, and StaleVersion.
 */
export function discardWorkingCopy(ctx: SignedInContext, idOrSlug: string, expectedVersion?: number): Promise<Written> {
  const discard = async (tx: Db) => {
    const open = await loadStoryForUpdate(ctx, tx, idOrSlug)
    const { story, workingCopy, text, version } = open
    if (!workingCopy) return writtenOf(open)
    refuseStale(open, expectedVersion)
    const kept = { contentId: story.id, version, text, at: ctx.now(), authorId: workingCopy.updatedBy }
    await saveRevision(tx, { ...kept, kind: 'discard' })
    await deleteWorkingCopy(tx, story.id)
    if (story.publishAt) await markStory(tx, story.id, { publishAt: null })
    return writtenOf(withoutWorkingCopy(story))
  }
  return transaction(ctx.db, discard, { isThere: (written) => isWritten(ctx.db, written) })
}
