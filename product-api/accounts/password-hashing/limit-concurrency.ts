import type { Caller } from '#platform/context.ts'
import { createFairQueue } from '#platform/limits/fair-queue.ts'
import { clientOf } from '#platform/limits/limit-keys.ts'
import { Problem } from '#platform/problem.ts'

/** There was no place to wait in. Nothing was begun, so `refundIfTooBusy` takes back what was counted for it. */
export class TooBusy extends Problem {
  constructor() {
    const detail = 'Too many people are signing in right now. Please try again in 2 seconds.'
    super('too_many_requests', { detail, retryAfterSeconds: 2 })
  }
}

/**
 * Waits for work behind a concurrency limit; `refund` takes back what was counted for it, only if the limit was full.
 */
export async function refundIfTooBusy<T>(work: Promise<T>, refund: () => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (fault) {
    if (fault instanceof TooBusy) await refund()
    throw fault
  }
}

type ConcurrencyLimit = <T>(requester: Requester, work: () => Promise<T>) => Promise<T>

type Size = {
  atOnce: number
  /** Of those who are known, and of strangers again: neither can take the other's places. */
  waitingMost: number
  waitingMostEach: number
}

/**
 * Lets `atOnce` pieces of work run and others wait: known requesters first, then strangers, in each group by client in
 * turn.
 * @throws TooBusy beyond that.
 */
export function createConcurrencyLimit({
  atOnce,
  waitingMost: most,
  waitingMostEach: mostEach,
}: Size): ConcurrencyLimit {
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
      const hasPlace = (isKnown ? known : strangers).add(client, { begin, refuse: () => reject(new TooBusy()) })
      if (!hasPlace) throw new TooBusy()
      await promise
    }
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** Who wants a password looked at, for the share of the places that one may wait in. */
export type Requester = { client: string; isKnown: boolean }

/** A requester of whom only the address is known; others may share it. */
export function unknownRequester(caller: Caller | undefined): Requester {
  return { client: clientOf(caller), isKnown: false }
}

/**
 * A requester who has proved to belong to an account: by a session, an email's link, or a browser that it has let in
 * before.
 */
export function knownRequester(userId: string): Requester {
  return { client: userId, isKnown: true }
}
