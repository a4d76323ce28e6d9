import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { transaction } from '../db/transaction.ts'
import { findAnnounced } from './announced-story.ts'
import { beginSend } from './begin-send.ts'
import { findSendByKey } from './send-repository.ts'

/**
 * The job: emails a published story to everyone who wants it immediately. Each story once, even after it was
 * unpublished and published again. One that is no longer public is not sent, and may be sent when it is public again.
 */
export async function announceStory(ctx: Context, { contentId }: { contentId: string }): Promise<void> {
  const story = await findAnnounced(ctx.db, contentId)
  if (!story) return
  const period = ctx.now().toISOString().slice(0, 10)
  await transaction(ctx.db, async (tx) => {
    const sendId = await beginSend(ctx, tx, {
      ...{ kind: 'story', env: 'prod', period, contentId, key: keyOf(contentId), state: 'freezing' },
      createdBy: story.authorId,
    })
    if (sendId) await ctx.queue.enqueue(tx, 'freeze-send', { sendId })
  })
}

/** When a story was mailed; undefined if it never was. */
export async function findAnnouncement(db: Db, contentId: string): Promise<Date | undefined> {
  return (await findSendByKey(db, keyOf(contentId)))?.createdAt
}

function keyOf(contentId: string): string {
  return `story:${contentId}`
}
