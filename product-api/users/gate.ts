import { Problem } from '../problem.ts'
import type { Asker } from './asker.ts'
import { createFairQueue } from './fair-queue.ts'

/** There was no place to wait in: nothing was begun, so whatever was counted for it is to be given back (`orGiveBack`). */
export class GateFull extends Problem {
  constructor() {
    const detail = 'Too many people sign in right now. Please try again in 2 s.'
    super('too_many_requests', { detail, retryAfterSeconds: 2 })
  }
}

/** Waits for work that may be refused at a gate; in that case alone `giveBack` undoes what was counted for it. */
export async function orGiveBack<T>(work: Promise<T>, giveBack: () => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (fault) {
    if (fault instanceof GateFull) await giveBack()
    throw fault
  }
}

export type Gate = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>

type Size = {
  atOnce: number
  /** Of those who are known, and of strangers again: neither can take the other's places. */
  waitingMost: number
  waitingMostEach: number
}

/**
 * Lets `atOnce` pieces of work run and others wait: first whoever is known, then strangers, of each the clients in turn.
 * @throws GateFull for what comes beyond.
 */
export function createGate({ atOnce, waitingMost: most, waitingMostEach: mostEach }: Size): Gate {
  const known = createFairQueue({ most, mostEach })
  const strangers = createFairQueue({ most, mostEach })
  let running = 0
  const leave = () => {
    const next = known.next() ?? strangers.next()
    // The place goes on to the next one, so `running` stays.
    if (next) next.begin()
    else running--
  }
  return async ({ client, isKnown }, work) => {
    if (running < atOnce) running++
    else {
      const { promise, resolve: begin, reject } = Promise.withResolvers<void>()
      const hasPlace = (isKnown ? known : strangers).add(client, { begin, refuse: () => reject(new GateFull()) })
      if (!hasPlace) throw new GateFull()
      await promise
    }
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
