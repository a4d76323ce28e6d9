import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/record-change.ts'
import type { Context } from '#platform/context.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { transaction } from '#platform/db/transaction.ts'
import { oldestMs } from '../audience/new-stories.ts'
import {
  endSend,
  findNextResume,
  listCancelledWithRest,
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
  findOutlook,
  releaseExpired,
  requeueUncertain,
} from './ledger-repository.ts'

const cancelAtOnce = 5_000
const dayMs = 24 * 60 * 60 * 1000

/**
 * The upkeep of sends: takes back what killed processes held, sends emails with an unknown outcome again, ends what is
 * over. Any number of processes may do it. @returns when something is due next.
 */
export async function keepSendsUp(
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
    const { isOver, nextAt } = await findOutlook(db, send.id)
    if (isOver) await finish(ctx, send)
    else if (nextAt && (!next || nextAt < next)) next = nextAt
  }
  for (const { id } of await listCancelledWithRest(db)) await cancelRest(ctx, id)
  await deleteSendersBefore(db, new Date(now().getTime() - dayMs))
  return next
}

const never = new Date(8_640_000_000_000)

/** If no one else works on the database: whatever was being sent was cut off with an earlier process. */
export async function releaseAll(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { uncertain }: Pick<NewsletterSettings, 'uncertain'>,
): Promise<void> {
  for (const id of await listSendsUnderWay(db)) {
    await releaseExpired(db, id, { before: never, now: now(), inDoubt: uncertain })
  }
}

/** Ends what has not gone out of a cancelled send. */
export async function cancelRest({ db, now }: Pick<Context, 'db' | 'now'>, id: string): Promise<void> {
  // Cancelled means that it did not go out: of what is in doubt nobody can say that.
  await releaseExpired(db, id, { before: now(), now: now(), inDoubt: 'leave' })
  while ((await cancelQueued(db, id, { now: now(), limit: cancelAtOnce })) === cancelAtOnce);
}

async function finish(ctx: Pick<Context, 'db' | 'now' | 'changed'>, { id }: SendRow): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const ended = await endSend(tx, id, ctx.now())
    if (!ended) return
    const { sent, uncertain, bounced, env } = ended
    // What reached no one may go out later after all.
    if (sent + uncertain + bounced === 0) await markSend(tx, id, ['done'], { key: `${ended.key}:empty:${id}` })
    if (env === 'prod' && sent > 0) await recordChange(ctx, tx, [tags.newsletters])
  })
}

const keptDays = 180
const atOnce = 5_000

/** Who got what is kept for half a year, long after anything in it could be news again; the figures of a send stay. */
export async function forgetOldRecipients({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000)
  while ((await deleteRecipientsBefore(db, before, atOnce)) === atOnce);
}
