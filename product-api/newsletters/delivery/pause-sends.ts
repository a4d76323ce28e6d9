import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { sqlTime } from '#platform/db/sql-times.ts'
import { transaction } from '#platform/db/transaction.ts'
import { cleanServerReply } from '#platform/mail/message.ts'
import { listOpenSends, markSend, pauseUntilResumed } from '../audience/send-repository.ts'
import type { Claimed } from './claim-batch.ts'

const firstPauseMs = 5_000
const pauseMostMs = 5 * 60_000

/** Pauses all sends because the mail server does not answer: the pauses double, up to five minutes. */
export async function pauseForNoAnswer(
  { db, now }: Pick<Context, 'db' | 'now'>,
  said: string,
  failures: number,
): Promise<void> {
  const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), pauseMostMs)
  const change = {
    state: 'paused',
    pausedBy: 'no_answer',
    pauseAnswer: cleanServerReply(said),
    resumeAt: new Date(now().getTime() + pauseMs),
  } as const
  for (const { id } of await listOpenSends(db)) await markSend(db, id, ['sending'], change)
}

/**
 * Pauses all sends until an administrator resumes them. The recipients that were refused last are requeued, also those of
 * a send that has finished since.
 */
export async function pauseForRefusals(
  { db, now }: Pick<Context, 'db' | 'now'>,
  said: string,
  refused: readonly Claimed[],
): Promise<void> {
  await transaction(db, async (tx) => {
    await requeueRefused(tx, refused, now())
    const sendIds = [...new Set(refused.map(({ sendId }) => sendId))]
    await pauseUntilResumed(tx, { said: cleanServerReply(said), sendIds })
  })
}

/** Requeues refused recipients: the refusals were about us, not about their addresses. */
async function requeueRefused(
  db: Db,
  refused: readonly Pick<Claimed, 'sendId' | 'subscriberId'>[],
  now: Date,
): Promise<void> {
  await db.execute(sql`
    update send_recipients as r set state = 'queued', reason = null, due_at = ${sqlTime(now)}, changed_at = ${sqlTime(now)}
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as w ("sendId" uuid, "subscriberId" uuid)
    where r.send_id = w."sendId" and r.subscriber_id = w."subscriberId" and r.state = 'bounced' and r.reason = 'refused'`)
}
