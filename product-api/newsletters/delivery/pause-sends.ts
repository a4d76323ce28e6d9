import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { sqlTime } from '#platform/db/sql-times.ts'
import { sends } from '#platform/db/tables/newsletters.ts'
import { transaction } from '#platform/db/transaction.ts'
import { cleanServerReply } from '#platform/mail/message.ts'
import { listOpenSends, markSend } from '../audience/send-repository.ts'
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
  const isOpen = or(
    eq(sends.state, 'sending'),
    and(eq(sends.state, 'paused'), eq(sends.pausedBy, 'no_answer')),
    and(
      eq(sends.state, 'done'),
      gt(sends.queued, 0),
      inArray(sends.id, [...new Set(refused.map(({ sendId }) => sendId))]),
    ),
  )
  const pauseAnswer = cleanServerReply(said)
  const change = { state: 'paused', pausedBy: 'refusals', pauseAnswer, resumeAt: null, endedAt: null } as const
  await transaction(db, async (tx) => {
    const at = sqlTime(now())
    // The refusals were about us, not about their addresses.
    await tx.execute(sql`
      update send_recipients as r set state = 'queued', reason = null, due_at = ${at}, changed_at = ${at}
      from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as w ("sendId" uuid, "subscriberId" uuid)
      where r.send_id = w."sendId" and r.subscriber_id = w."subscriberId"
        and r.state = 'bounced' and r.reason = 'refused'`)
    await tx.update(sends).set(change).where(isOpen)
  })
}
