import { Problem } from '../problem.ts'

export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets `atOnce` pieces of work run and `waitingMost` wait, in order.
 * @throws Problem `too_many_requests` for what comes beyond.
 */
export function createGate({ atOnce, waitingMost }: { atOnce: number; waitingMost: number }): Gate {
  const waiting: (() => void)[] = []
  let running = 0
  const leave = () => {
    const next = waiting.shift()
    // The place goes on to the next one, so `running` stays.
    if (next) next()
    else running--
  }
  return async (work) => {
    if (running < atOnce) running++
    else if (waiting.length < waitingMost) await new Promise<void>((enter) => waiting.push(enter))
    else
      throw new Problem('too_many_requests', {
        detail: 'Too many people sign in right now. Please try again in 2 s.',
        retryAfterSeconds: 2,
      })
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
