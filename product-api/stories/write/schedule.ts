import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { Problem } from '#platform/problem.ts'

const yearMs = 366 * 24 * 60 * 60 * 1000

/**
 * @throws Problem `bad_request` naming `publish_at` for a time that is past or too far away, or together with
 * publishing immediately.
 */
export function validateSchedule(publishAt: Date, { now, isDraft }: { now: Date; isDraft: boolean }): void {
  const inMs = publishAt.getTime() - now.getTime()
  if (!isDraft) refuse('Publish the story now, or choose a time: not both.')
  if (!(inMs > 0)) refuse('Please choose a time in the future.')
  if (inMs > yearMs) refuse('Please choose a time within a year.')
}

/** Enqueues the job for that time; it does nothing if the schedule was moved or cancelled by then. */
export function schedulePublishing(
  ctx: Pick<Context, 'queue'>,
  tx: Db,
  contentId: string,
  publishAt: Date,
): Promise<void> {
  return ctx.queue.enqueue(tx, 'publish-planned-story', { contentId }, { startAfter: publishAt })
}

function refuse(detail: string): never {
  throw new Problem('bad_request', { detail, fields: { publish_at: detail } })
}
