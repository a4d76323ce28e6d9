import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { transaction } from '#platform/db/transaction.ts'
import { deleteUndecided, findMailing } from '#stories/mailing-repository.ts'
import { confirmMailing } from '#stories/mailings.ts'
import { listMailable } from '#stories/newsletter-stories.ts'
import type { AnnouncedStory, SendAbout } from '../audience/audience-repository.ts'
import { beginSend, findSendByKey } from '../audience/send-repository.ts'

/**
 * The job: emails a published story to everyone who wants it immediately and whom its author may email. Each story once,
 * even after it was unpublished and published again. One that is no longer public is not sent, and may be sent when it is
 * public again.
 */
export async function announceStory(ctx: Context, { contentId }: { contentId: string }): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    if (await findSendByKey(tx, keyOf(contentId))) return
    const story = await findAnnounced(tx, contentId)
    if (!story) return deleteUndecided(tx, contentId)
    const { state, decidedAt } = await confirmMailing(ctx, tx, story)
    if (state === 'refused') return
    await beginStorySend(ctx, tx, {
      ...{ contentId, key: keyOf(contentId), createdBy: story.authorId },
      audience: state === 'sent' && !decidedAt ? 'everyone' : 'followers',
    })
  })
}

/** Emails a story that was held to the subscribers of its category; its followers have had it. Once. */
export async function announceHeldStory(
  ctx: Context,
  tx: Db,
  { contentId, createdBy }: { contentId: string; createdBy: string },
): Promise<void> {
  await beginStorySend(ctx, tx, { contentId, key: keyOfHeld(contentId), createdBy, audience: 'subscribers' })
}

/** The first send of a story, to whomever; undefined if it never was emailed. */
export async function findAnnouncement(db: Db, contentId: string): Promise<Date | undefined> {
  const send = (await findSendByKey(db, keyOf(contentId))) ?? (await findSendByKey(db, keyOfHeld(contentId)))
  return send?.createdAt
}

type StorySend = Pick<SendRow, 'key' | 'audience' | 'createdBy'> & { contentId: string }

async function beginStorySend(ctx: Context, tx: Db, about: StorySend): Promise<void> {
  const period = ctx.now().toISOString().slice(0, 10)
  const sendId = await beginSend(ctx, tx, { kind: 'story', env: 'prod', period, state: 'freezing', ...about })
  if (sendId) await ctx.queue.enqueue(tx, 'freeze-send', { sendId })
}

function keyOf(contentId: string): string {
  return `story:${contentId}`
}

function keyOfHeld(contentId: string): string {
  return `story:${contentId}:subscribers`
}

/** What a send is about, with its story if it has one that may still be emailed. */
export async function aboutOf(
  db: Db,
  send: Pick<SendRow, 'kind' | 'category' | 'frequency' | 'contentId' | 'audience'>,
): Promise<SendAbout> {
  const { kind, category, frequency, contentId, audience } = send
  const story = kind === 'story' && contentId ? await findAnnounced(db, contentId) : undefined
  return { kind, category, frequency, audience, story }
}

/** Under the category that was decided on: an edit of the story leads it to no other subscribers. */
async function findAnnounced(db: Db, contentId: string): Promise<AnnouncedStory | undefined> {
  const [story] = await listMailable(db, [contentId])
  if (!story) return undefined
  const { id, authorId, publicationId } = story
  const category = (await findMailing(db, contentId))?.category ?? story.category
  return { id, category, authorId, publicationId }
}
