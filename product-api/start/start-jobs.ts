import type { Logger } from 'pino'
import { recordRefusal } from '#newsletters/record-bounce.ts'
import { type RunningSender, startSender } from '#newsletters/start-sender.ts'
import type { Context } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Metrics } from '#platform/http/middleware.ts'
import { openBulkTransport } from '#platform/mail/open-mailer.ts'
import { createJobMetrics, startWorker } from '#platform/queue/worker.ts'
import { releaseConfirmationRequests } from '#subscriptions/send-confirmation-request.ts'
import { releaseWelcomes } from '#subscriptions/welcome-subscriber.ts'
import type { ApiEnv } from './env.ts'
import { jobHandlers } from './job-handlers.ts'
import type { OpenProduct } from './open-product.ts'

type Options = {
  env: ApiEnv
  product: OpenProduct
  logger: Logger
  metrics: Metrics
  /** How long running jobs may continue when the process stops. */
  graceMs?: number
}

export type RunningJobs = {
  /** Whether the worker still polls for jobs. */
  works(): boolean
  stop(): Promise<void>
}

/** Starts the newsletter sender and the worker of this process. */
export async function startJobs({ env, product, logger, metrics, graceMs }: Options): Promise<RunningJobs> {
  const { context, mailer, queue } = product
  // No other process works on an embedded database.
  const alone = product.database.kind === 'embedded'
  // Started before the worker, whose jobs wake it.
  const sender = startNewsletters({ env, context, logger, alone })
  if (alone) await releaseConfirmationRequests(context)
  if (alone) await releaseWelcomes(context)
  const onEnded = createJobMetrics(metrics.registry, queue.engine)
  const options = { handlers: jobHandlers, logger, alone, onEnded, ...(graceMs && { graceMs }) }
  const worker = await startWorker({ queue, context, mailer, ...options })
  return {
    works: worker.works,
    stop: async () => void (await Promise.all([worker.stop(), sender.stop()])),
  }
}

type SenderOptions = Pick<Options, 'env' | 'logger'> & { context: Context; alone: boolean }

/** Starts the newsletter sender of this process; from now on `context.wakeSender` wakes it. */
function startNewsletters({ env, context, logger, alone }: SenderOptions): RunningSender {
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
