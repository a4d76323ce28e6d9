import { findUser } from '#accounts/users.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { withWorkingCopy } from '../load-story.ts'
import { applyChange, emptyFields } from './edited-text.ts'
import { findStoryForUpdate, listDue, markStory } from './repository.ts'
import { publishText } from './save-text.ts'

const batch = 100

/**
 * Publishes a story that is due. Does nothing if its schedule was moved, cancelled or carried out; a suspended writer's
 * story waits until the suspension is lifted.
 */
export async function publishScheduled(ctx: Context, { contentId }: { contentId: string }): Promise<void> {
  await transaction(ctx.db, async (tx: Db) => {
    const story = await findStoryForUpdate(tx, contentId)
    if (!story?.publishAt || story.publishAt > ctx.now()) return
    const author = story.authorId ? await findUser(tx, story.authorId) : undefined
    if (author?.suspendedAt) return
    const open = await withWorkingCopy(tx, story)
    // Sanitise by today's rules: they may have changed since the text was saved.
    const text = applyChange(open.text, {})
    const isNothingNew = !story.isDraft && !open.workingCopy
    if (isNothingNew || Object.keys(emptyFields(text)).length > 0) await markStory(tx, contentId, { publishAt: null })
    else await publishText(ctx, tx, open, text, { by: open.workingCopy?.updatedBy ?? story.authorId })
  })
}

/** Publishes everything that is due, also if its own job was lost. One transaction each, so that a failure stops no others. */
export async function publishOverdue(ctx: Context): Promise<void> {
  const faults: unknown[] = []
  let due: string[] = []
  do {
    due = await listDue(ctx.db, ctx.now(), { after: due.at(-1), limit: batch })
    for (const contentId of due) {
      await publishScheduled(ctx, { contentId }).catch((fault: unknown) => faults.push(fault))
    }
  } while (due.length === batch)
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} stories could not be published`)
}
