import { eq, sql } from 'drizzle-orm'
import { findUserForUpdate } from '#accounts/users.ts'
import { dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { type UserRow, users } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { composeMail } from '#platform/mail/compose.ts'
import { mailLeaseMs } from '#platform/mail/message.ts'
import type { JobContext } from '#platform/queue/handlers.ts'
import type { JobPayload } from '#platform/queue/jobs.ts'
import { monthlyFiguresMail } from './monthly-figures-mail.ts'
import { readMonth } from './repository.ts'

/** The job that enqueues one email about last month for each writer who wants it and has not had it. */
export async function planMonthlyFigures(ctx: JobContext): Promise<void> {
  const now = ctx.now()
  const month = dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)))
  await transaction(ctx.db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from users where wants_monthly_figures and email_proven_at is not null and suspended_at is null
        and monthly_figures_of is distinct from ${month}::date`)
    await ctx.queue.enqueueMany(
      tx,
      'send-monthly-figures',
      rows.map(({ id }) => ({ userId: id, month })),
      // Behind the newsletters that go out meanwhile.
      { isLast: true },
    )
  })
}

type FiguresJob = JobPayload<'send-monthly-figures'>

/**
 * Emails a writer the figures of a month, once; nothing if nobody read or followed. If several such jobs run at once, one
 * sends; the others run again when its lease has ended. So an email that was cut off by a kill goes out after the lease,
 * and a second time only if the kill came between its sending and the record of it.
 */
export async function sendMonthlyFigures(ctx: JobContext, job: FiguresJob): Promise<void> {
  const { userId, month } = job
  const writer = await transaction(ctx.db, (tx) => claimFigures(ctx, tx, job))
  if (!writer) return
  const { name, email } = writer
  try {
    const figures = await readMonth(ctx.db, userId, month)
    if (figures.reads > 0 || figures.newFollowers > 0 || figures.subscribed > 0) {
      const to = { name, address: email }
      await ctx.mailer.send({ to, ...composeMail(ctx, monthlyFiguresMail(ctx, { name, month, figures })) })
    }
  } catch (error) {
    // Ends the lease, so that the next attempt may send immediately.
    await markFigures(ctx.db, userId, { monthlyFiguresUntil: null })
    throw error
  }
  await markFigures(ctx.db, userId, { monthlyFiguresOf: month, monthlyFiguresUntil: null })
}

/** Leases the email, so that no transaction is open while it is sent. @returns undefined if this job has none to send. */
async function claimFigures(ctx: JobContext, tx: Db, job: FiguresJob): Promise<UserRow | undefined> {
  const { userId, month } = job
  const user = await findUserForUpdate(tx, userId)
  if (!user?.wantsMonthlyFigures || !user.emailProvenAt || user.suspendedAt) return undefined
  const { monthlyFiguresOf, monthlyFiguresUntil: leasedUntil } = user
  if (monthlyFiguresOf === month) return undefined
  const now = ctx.now()
  if (leasedUntil && leasedUntil > now) {
    // Enqueued again, not dropped: this may be the retry of a job that was cut off while it sent.
    await ctx.queue.enqueue(tx, 'send-monthly-figures', job, { startAfter: leasedUntil, isLast: true })
    return undefined
  }
  await markFigures(tx, userId, { monthlyFiguresUntil: new Date(now.getTime() + mailLeaseMs) })
  return user
}

type FiguresChange = Partial<Pick<UserRow, 'monthlyFiguresOf' | 'monthlyFiguresUntil'>>

async function markFigures(db: Db, userId: string, change: FiguresChange): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, userId))
}
