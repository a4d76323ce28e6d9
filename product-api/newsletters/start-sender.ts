import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { describeFailure } from '#platform/queue/handlers.ts'
import { createSender, type SenderOptions } from './delivery/deliver-mails.ts'
import { keepSendsUp, releaseAll } from './delivery/finish-sends.ts'

export type RunningSender = {
  /** Something may be due: looks immediately. */
  wake(): void
  /** Lets the emails that are under way end, gives the others back. */
  stop(): Promise<void>
}

type Options = Omit<SenderOptions, 'onFault'> & {
  logger: Logger
  /** How often it looks for what other processes have begun, or what has become due. */
  pollMs: number
  /** No one else works on this database: what is marked as being sent was cut off with an earlier process. */
  alone: boolean
}

/** How long it sends before it looks for what else is to be done. */
const turnMs = 10_000
/** A limit of a second is looked at so often. */
const rateMs = 200
const faultMs = 2_000

/** Sends newsletters in this process, beside any number of others. */
export function startSender({ logger, pollMs, alone, ...options }: Options): RunningSender {
  const { context, settings } = options
  const onFault = (fault: unknown) => logger.warn({ failure: describeFailure(fault) }, 'a newsletter met a fault')
  const sender = createSender({ ...options, onFault })
  const stopping = new AbortController()
  let waking = new AbortController()

  async function turn(): Promise<number> {
    const nextAt = await keepSendsUp(context, settings)
    const turnEnds = AbortSignal.timeout(turnMs)
    const held = await sender.drain(AbortSignal.any([stopping.signal, turnEnds]))
    if (turnEnds.aborted) return 0
    if (held === 'rate') return rateMs
    const after = await keepSendsUp(context, settings)
    const next = [nextAt, after]
      .filter((time) => time !== undefined)
      .map((time) => time.getTime() - context.now().getTime())
    return held === 'warm_up' ? pollMs : Math.max(rateMs, Math.min(pollMs, ...next))
  }

  async function run(): Promise<void> {
    if (alone) await releaseAll(context, settings).catch(onFault)
    while (!stopping.signal.aborted) {
      waking = new AbortController()
      const pauseMs = await turn().catch((fault: unknown) => {
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
