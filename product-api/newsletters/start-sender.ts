import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { describeFailure } from '#platform/queue/handlers.ts'
import { createSender, type SenderOptions } from './delivery/deliver-mails.ts'
import { finishSends, releaseInterrupted } from './delivery/finish-sends.ts'

export type RunningSender = {
  /** Checks immediately for emails that are due. */
  wake(): void
  /** Finishes the emails that are being handed over, and gives the others back. */
  stop(): Promise<void>
}

type Options = Omit<SenderOptions, 'onFault'> & {
  logger: Logger
  /** How often it checks for sends that other processes have begun, and for emails that have become due. */
  pollMs: number
  /** No other process works on this database: whatever is marked as being sent was cut off with an earlier process. */
  alone: boolean
}

/** How long one round of sending lasts before sends are checked again. */
const roundMs = 10_000
/** The pause after a rate limit was reached. */
const rateMs = 200
const faultMs = 2_000

/** Sends newsletters in this process, beside any number of others. */
export function startSender({ logger, pollMs, alone, ...options }: Options): RunningSender {
  const { context, settings } = options
  const onFault = (fault: unknown) => logger.warn({ failure: describeFailure(fault) }, 'a newsletter met a fault')
  const sender = createSender({ ...options, onFault })
  const stopping = new AbortController()
  let waking = new AbortController()

  async function sendRound(): Promise<number> {
    const nextAt = await finishSends(context, settings)
    const roundEnds = AbortSignal.timeout(roundMs)
    const held = await sender.drain(AbortSignal.any([stopping.signal, roundEnds]))
    if (roundEnds.aborted) return 0
    if (held === 'rate') return rateMs
    const after = await finishSends(context, settings)
    const next = [nextAt, after]
      .filter((time) => time !== undefined)
      .map((time) => time.getTime() - context.now().getTime())
    return held === 'warm_up' ? pollMs : Math.max(rateMs, Math.min(pollMs, ...next))
  }

  async function run(): Promise<void> {
    if (alone) await releaseInterrupted(context, settings).catch(onFault)
    while (!stopping.signal.aborted) {
      waking = new AbortController()
      const pauseMs = await sendRound().catch((fault: unknown) => {
        onFault(fault)
        return faultMs
      })
      const signal = AbortSignal.any([stopping.signal, waking.signal])
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    sender.close()
  }

  const running = run()
  return {
    wake: () => waking.abort(),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
