import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { transaction } from '#platform/db/transaction.ts'
import { oldestMs } from '../audience/new-stories.ts'
import {
  endSend,
  findNextResume,
  listCancelledWithUnsent,
  listOpenSends,
  listSendsUnderWay,
  markSend,
  reopenUnfinished,
  resumeWaiting,
} from '../audience/send-repository.ts'
import type { NewsletterSettings } from '../settings.ts'
import {
  cancelQueued,
  deleteRecipientsBefore,
  deleteSendersBefore,
  findProgress,
  releaseExpired,
  requeueUncertain,
} from './ledger-repository.ts'

const cancelAtOnce = 5_000
const dayMs = 24 * 60 * 60 * 1000

/**
 * Releases what killed processes had claimed, requeues emails with an unknown outcome, and finishes sends that are over.
 * Any number of processes may run it. @returns when something is due next.
 */
export async function finishSends(
  ctx: Pick<Context, 'db' | 'now' | 'changed'>,
  { uncertain }: Pick<NewsletterSettings, 'uncertain'>,
): Promise<Date | undefined> {
  const { db, now } = ctx
  await resumeWaiting(db, now())
  await reopenUnfinished(db, new Date(now().getTime() - oldestMs))
  let next = await findNextResume(db)
  for (const id of await listSendsUnderWay(db)) {
    await releaseExpired(db, id, { before: now(), now: now(), inDoubt: uncertain })
  }
  for (const send of await listOpenSends(db)) {
    await requeueUncertain(db, send.id, now())
    const { isOver, nextAt } = await findProgress(db, send.id)
    if (isOver) await finishSend(ctx, send)
    else if (nextAt && (!next || nextAt < next)) next = nextAt
  }
  for (const { id } of await listCancelledWithUnsent(db)) await cancelUnsent(ctx, id)
  await deleteSendersBefore(db, new Date(now().getTime() - dayMs))
  return next
}

const never = new Date(8_640_000_000_000)

/** Only if no other process works on the database: whatever is marked as being sent was cut off with an earlier one. */
export async function releaseInterrupted(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { uncertain }: Pick<NewsletterSettings, 'uncertain'>,
): Promise<void> {
  for (const id of await listSendsUnderWay(db)) {
    await releaseExpired(db, id, { before: never, now: now(), inDoubt: uncertain })
  }
}

/** Cancels the emails of a cancelled send that have not gone out. */
export async function cancelUnsent({ db, now }: Pick<Context, 'db' | 'now'>, id: string): Promise<void> {
  // An email that may have gone out is marked uncertain, not cancelled.
  await releaseExpired(db, id, { before: now(), now: now(), inDoubt: 'leave' })
  while ((await cancelQueued(db, id, { now: now(), limit: cancelAtOnce })) === cancelAtOnce);
}

async function finishSend(ctx: Pick<Context, 'db' | 'now' | 'changed'>, { id }: SendRow): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const ended = await endSend(tx, id, ctx.now())
    if (!ended) return
    const { sent, uncertain, bounced, env } = ended
    // A send that reached no one gives its key back, so that the same list can be sent later.
    if (sent + uncertain + bounced === 0) await markSend(tx, id, ['done'], { key: `${ended.key}:empty:${id}` })
    if (env === 'prod' && sent > 0) await recordChange(ctx, tx, [tags.newsletters])
  })
}

const keptDays = 180
const atOnce = 5_000

/** The job: deletes recipients after half a year, long after their stories could be news again; a send's figures stay. */
export async function forgetOldRecipients({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000)
  while ((await deleteRecipientsBefore(db, before, atOnce)) === atOnce);
}
