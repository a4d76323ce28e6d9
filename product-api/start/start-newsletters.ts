import type { Logger } from 'pino'
import { recordRefusal } from '#newsletters/record-bounce.ts'
import { type RunningSender, startSender } from '#newsletters/start-sender.ts'
import type { Context } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { openBulkTransport } from '#platform/mail/open-mailer.ts'
import type { ApiEnv } from './env.ts'

type Options = {
  env: ApiEnv
  context: Context
  logger: Logger
  /** No other process works on this database. */
  alone: boolean
}

/** Starts the newsletter sender of this process; from now on `context.wakeSender` wakes it. */
export function startNewsletters({ env, context, logger, alone }: Options): RunningSender {
  const leaseMs = env.NEWSLETTER_LEASE_SECONDS * 1_000
  const sender = startSender({
    context,
    settings: context.newsletters,
    transport: openBulkTransport(env, { lanes: env.NEWSLETTER_CONNECTIONS, leaseMs }),
    leaseMs,
    alone,
    logger,
    // The embedded database is maintained when there was no query for five seconds.
    pollMs: alone ? 10_000 : 2_000,
    onRefused: ({ claimed: { sendId }, to: email, ...refusal }) =>
      transaction(context.db, async (tx) => {
        const kind = await recordRefusal(context, tx, { email, sendId, ...refusal })
        return kind === 'policy'
      }),
  })
  context.wakeSender = sender.wake
  return sender
}
