import type { Context } from '#platform/context.ts'
import { dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { transaction } from '#platform/db/transaction.ts'
import { confirmMailing, deleteUndecided } from '#stories/mailings.ts'
import { findAnnouncedStory } from '../audience/audience.ts'
import { createSend, findSendByKey } from '../audience/send-repository.ts'

/**
 * The job: emails a published story to its immediate subscribers whom the author may email. Each story is sent once, even
 * if it is unpublished and published again. A story that is no longer public is not sent until it is public again.
 */
export async function announceStory(ctx: Context, { contentId }: { contentId: string }): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    if (await findSendByKey(tx, keyOf(contentId))) return
    const story = await findAnnouncedStory(tx, contentId)
    if (!story) return deleteUndecided(tx, contentId)
    const { state, decidedAt } = await confirmMailing(ctx, tx, story)
    if (state === 'refused') return
    await createStorySend(ctx, tx, {
      ...{ contentId, key: keyOf(contentId), createdBy: story.authorId },
      audience: state === 'sent' && !decidedAt ? 'everyone' : 'followers',
    })
  })
}

/** Emails a held story to the subscribers of its category, once; its followers have received it already. */
export async function announceHeldStory(
  ctx: Context,
  tx: Db,
  { contentId, createdBy }: { contentId: string; createdBy: string },
): Promise<void> {
  await createStorySend(ctx, tx, { contentId, key: keyOfHeld(contentId), createdBy, audience: 'subscribers' })
}

/** When the first send of a story was created; undefined if it was never emailed. */
export async function findAnnouncement(db: Db, contentId: string): Promise<Date | undefined> {
  const send = (await findSendByKey(db, keyOf(contentId))) ?? (await findSendByKey(db, keyOfHeld(contentId)))
  return send?.createdAt
}

type StorySend = Pick<SendRow, 'key' | 'audience' | 'createdBy'> & { contentId: string }

async function createStorySend(ctx: Context, tx: Db, about: StorySend): Promise<void> {
  const period = dayOf(ctx.now())
  const sendId = await createSend(ctx, tx, { kind: 'story', env: 'prod', period, state: 'freezing', ...about })
  if (sendId) await ctx.queue.enqueue(tx, 'freeze-send', { sendId })
}

function keyOf(contentId: string): string {
  return `story:${contentId}`
}

function keyOfHeld(contentId: string): string {
  return `story:${contentId}:subscribers`
}
