import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { afterCommit, disableJit, transaction } from '#platform/db/transaction.ts'
import { holdAgain } from '#stories/mailing-repository.ts'
import { holdToldStories } from '#subscriptions/lock-story-history.ts'
import { listEditionsWith, partsOf } from '../audience/audience-repository.ts'
import { claimEdition, insertEach } from '../audience/edition-repository.ts'
import { listNews, newSince, periodMs } from '../audience/new-stories.ts'
import { findSend, findStateForUpdate, markSend } from '../audience/send-repository.ts'
import { aboutOf } from '../stories/announce-story.ts'
import { insertRecipients, nextStretch, type Stretch } from './snapshot-repository.ts'

/**
 * Each stretch is a transaction of its own: no one waits for a million rows, and a killed process starts over with
 * nothing lost. They grow as long as one takes less than a second and a half: joining many together costs far less for
 * each.
 */
const stretchSize = { least: 5_000, most: 100_000, wantedMs: 1_500 } as const

/** The job: writes down who gets a send; from then on no one is added. Twice adds no one twice. */
export async function freezeSend(ctx: Context, { sendId }: { sendId: string }): Promise<void> {
  const send = await findSend(ctx.db, sendId)
  if (send?.state !== 'freezing') return
  if (send.kind === 'story') await freezeStory(ctx, send)
  else await freezeCampaign(ctx, send)
  await transaction(ctx.db, async (tx) => {
    await markSend(tx, sendId, ['freezing'], { state: 'sending', frozenAt: ctx.now() })
    afterCommit(tx, ctx.wakeSender)
  })
}

async function freezeStory(ctx: Context, send: SendRow): Promise<void> {
  const about = await aboutOf(ctx.db, send)
  // Unpublished before any recipient was recorded, so it goes to no one; what was held waits on the desk again.
  if (!about.story) {
    if (send.contentId && send.audience === 'subscribers') await holdAgain(ctx.db, send.contentId)
    return
  }
  const stories = [about.story.id]
  const now = send.createdAt
  const editionId = await claimEdition(ctx.db, send.id, [{ id: about.story.id, publishedAt: now }], now)
  const freezing = { sendId: send.id, editionId, stories, now: ctx.now() }
  for (const part of partsOf(about)) {
    await forEachStretch(ctx, send.id, part, async (tx, stretch) => {
      const hadEditions = await listEditionsWith(tx, stories, send.id)
      await insertRecipients(tx, part, stretch, { ...freezing, hadEditions })
    })
  }
}

async function freezeCampaign(ctx: Context, send: SendRow): Promise<void> {
  const { category, frequency } = send
  if (!category || !frequency) throw new Error('A campaign without a list')
  const now = send.createdAt
  const news = await listNews(ctx.db, category, now)
  const oldest = news.at(-1)
  if (!oldest?.publishedAt) return
  const stories = news.map(({ id }) => id)
  const editionId = await claimEdition(ctx.db, send.id, news, now)
  const freezing = {
    ...{ sendId: send.id, editionId, stories, now: ctx.now() },
    further: getsAll(oldest.publishedAt, frequency, now),
  }
  const [part] = partsOf(await aboutOf(ctx.db, send))
  if (!part) return
  await forEachStretch(ctx, send.id, part, async (tx, stretch) => {
    const within = { ...freezing, hadEditions: await listEditionsWith(tx, stories, send.id) }
    const others = await insertRecipients(tx, part, stretch, within)
    const wanted = others.flatMap(({ subscriberId, subscriptionId, domain, had, ...times }) => {
      const since = newSince(times, frequency, now)
      const own = news.filter(({ id, publishedAt }) => !had.includes(id) && publishedAt && publishedAt > since)
      return own.length > 0 ? [{ subscriberId, subscriptionId, domain, stories: own }] : []
    })
    await insertEach(tx, send.id, wanted, ctx.now())
  })
}

/** As `newSince` has it: those for whom the oldest story is new, and so all of them. */
function getsAll(oldest: Date, frequency: 'daily' | 'weekly', now: Date): SQL {
  const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
  const periodAgo = at(new Date(now.getTime() - periodMs(frequency)))
  return sql`least(sub.confirmed_at, ${periodAgo}) < ${at(oldest)}
    and (s.paused_until is null or s.paused_until < ${at(oldest)})`
}

/** Stops at the first stretch that finds the send cancelled. */
async function forEachStretch(
  ctx: Context,
  sendId: string,
  part: SQL,
  act: (tx: Db, stretch: Stretch) => Promise<unknown>,
): Promise<void> {
  let after: string | undefined
  let size: number = stretchSize.least
  for (;;) {
    const next = await nextStretch(ctx.db, part, { after, size })
    if (!next) return
    const startedAt = performance.now()
    const isCancelled = await transaction(ctx.db, async (tx) => {
      await disableJit(tx)
      // A stretch is joined and sorted in memory.
      await tx.execute(sql`set local work_mem = '64MB'`)
      await holdToldStories(tx)
      if ((await findStateForUpdate(tx, sendId)) !== 'freezing') return true
      await act(tx, next)
      return false
    })
    if (isCancelled) return
    if (performance.now() - startedAt < stretchSize.wantedMs) size = Math.min(size * 2, stretchSize.most)
    after = next.until
  }
}
