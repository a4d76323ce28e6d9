import { sql } from 'drizzle-orm'
import { findUser } from '#accounts/users.ts'
import { transaction } from '#platform/db/transaction.ts'
import { composeMail } from '#platform/mail/compose.ts'
import type { JobContext } from '#platform/queue/handlers.ts'
import { monthlyFiguresMail } from './monthly-figures-mail.ts'
import { readMonth } from './repository.ts'

/** The job that enqueues one email about last month for each writer who wants it and has not had it. */
export async function planMonthlyFigures(ctx: JobContext): Promise<void> {
  const now = ctx.now()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 10)
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

/** Emails a writer the figures of a month, once; nothing if nobody read or followed. */
export async function sendMonthlyFigures(
  ctx: JobContext,
  { userId, month }: { userId: string; month: string },
): Promise<void> {
  const user = await findUser(ctx.db, userId)
  if (!user?.wantsMonthlyFigures || !user.emailProvenAt || user.suspendedAt) return
  if (user.monthlyFiguresOf === month) return
  const figures = await readMonth(ctx.db, userId, month)
  if (figures.reads > 0 || figures.newFollowers > 0 || figures.subscribed > 0) {
    const { name, email } = user
    const to = { name, address: email }
    await ctx.mailer.send({ to, ...composeMail(ctx, monthlyFiguresMail(ctx, { name, month, figures })) })
  }
  // Afterwards: an email that could not be sent is tried again.
  await ctx.db.execute(sql`update users set monthly_figures_of = ${month}::date where id = ${userId}`)
}
