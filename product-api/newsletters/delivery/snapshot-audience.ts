import { type SQL, sql } from 'drizzle-orm'
import type { DigestFrequency } from '#contract/frequencies.ts'
import type { Context } from '#platform/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-locks.ts'
import type { Db } from '#platform/db/client.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { afterCommit, disableJit, transaction } from '#platform/db/transaction.ts'
import { holdAgain } from '#stories/mailings.ts'
import { audienceConditions, listEditionsWith } from '../audience/audience-repository.ts'
import { claimEdition, insertPersonalRecipients } from '../audience/edition-repository.ts'
import { listNews, newSince, periodMs } from '../audience/new-stories.ts'
import { findSend, findStateForUpdate, markSend } from '../audience/send-repository.ts'
import { findSendScope } from '../story-emails/announce-story.ts'
import { findNextRange, type IdRange, insertRecipients } from './snapshot-repository.ts'

/**
 * Each range of subscriptions is a transaction of its own: nothing waits for a million rows, and a killed process resumes
 * with nothing lost. Ranges grow as long as one takes less than a second and a half: the cost per row falls.
 */
const rangeSize = { least: 5_000, most: 100_000, wantedMs: 1_500 } as const

/** The job: records who gets a send; from then on no recipient is added. Running it twice adds no one twice. */
export async function snapshotAudience(ctx: Context, { sendId }: { sendId: string }): Promise<void> {
  const send = await findSend(ctx.db, sendId)
  if (send?.state !== 'freezing') return
  if (send.kind === 'story') await snapshotStory(ctx, send)
  else await snapshotCampaign(ctx, send)
  await transaction(ctx.db, async (tx) => {
    await markSend(tx, sendId, ['freezing'], { state: 'sending', snapshotAt: ctx.now() })
    afterCommit(tx, ctx.wakeSender)
  })
}

async function snapshotStory(ctx: Context, send: SendRow): Promise<void> {
  const about = await findSendScope(ctx.db, send)
  // Unpublished before any recipient was recorded: it goes to no one, and a held story waits for an administrator again.
  if (!about.story) {
    if (send.contentId && send.audience === 'subscribers') await holdAgain(ctx.db, send.contentId)
    return
  }
  const stories = [about.story.id]
  const now = send.createdAt
  const editionId = await claimEdition(ctx.db, send.id, [{ id: about.story.id, publishedAt: now }], now)
  const snapshot = { sendId: send.id, editionId, stories, now: ctx.now() }
  for (const part of audienceConditions(about)) {
    await forEachRange(ctx, send.id, part, async (tx, range) => {
      const hadEditions = await listEditionsWith(tx, stories, send.id)
      await insertRecipients(tx, part, range, { ...snapshot, hadEditions })
    })
  }
}

async function snapshotCampaign(ctx: Context, send: SendRow): Promise<void> {
  const { category, frequency } = send
  if (!category || !frequency) throw new Error('A campaign without a list')
  const now = send.createdAt
  const news = await listNews(ctx.db, category, now)
  const oldest = news.at(-1)
  if (!oldest?.publishedAt) return
  const stories = news.map(({ id }) => id)
  const editionId = await claimEdition(ctx.db, send.id, news, now)
  const snapshot = {
    ...{ sendId: send.id, editionId, stories, now: ctx.now() },
    further: isOldestNew(oldest.publishedAt, frequency, now),
  }
  const [part] = audienceConditions(await findSendScope(ctx.db, send))
  if (!part) return
  await forEachRange(ctx, send.id, part, async (tx, range) => {
    const within = { ...snapshot, hadEditions: await listEditionsWith(tx, stories, send.id) }
    const others = await insertRecipients(tx, part, range, within)
    const wanted = others.flatMap(({ subscriberId, subscriptionId, domain, had, ...times }) => {
      const since = newSince(times, frequency, now)
      const own = news.filter(({ id, publishedAt }) => !had.includes(id) && publishedAt && publishedAt > since)
      return own.length > 0 ? [{ subscriberId, subscriptionId, domain, stories: own }] : []
    })
    await insertPersonalRecipients(tx, send.id, wanted, ctx.now())
  })
}

/** The condition that even the oldest story is new to a subscriber, by the rule of `newSince`. */
function isOldestNew(oldest: Date, frequency: DigestFrequency, now: Date): SQL {
  const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
  const periodAgo = at(new Date(now.getTime() - periodMs(frequency)))
  return sql`least(sub.confirmed_at, ${periodAgo}) < ${at(oldest)}
    and (s.paused_until is null or s.paused_until < ${at(oldest)})`
}

/** Stops at the first range that finds the send cancelled. */
async function forEachRange(
  ctx: Context,
  sendId: string,
  part: SQL,
  act: (tx: Db, range: IdRange) => Promise<unknown>,
): Promise<void> {
  let after: string | undefined
  let size: number = rangeSize.least
  for (;;) {
    const next = await findNextRange(ctx.db, part, { after, size })
    if (!next) return
    const startedAt = performance.now()
    const isCancelled = await transaction(ctx.db, async (tx) => {
      await disableJit(tx)
      // A range is joined and sorted in memory.
      await tx.execute(sql`set local work_mem = '64MB'`)
      await lockUntilCommit(tx, 'storyHistory')
      if ((await findStateForUpdate(tx, sendId)) !== 'freezing') return true
      await act(tx, next)
      return false
    })
    if (isCancelled) return
    if (performance.now() - startedAt < rangeSize.wantedMs) size = Math.min(size * 2, rangeSize.most)
    after = next.until
  }
}
