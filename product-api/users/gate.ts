import { Problem } from '../problem.ts'

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

/** `client`: who asks, for the share of the places that one may wait in. */
export type Gate = <T>(client: string, work: () => Promise<T>) => Promise<T>

type Size = {
  atOnce: number
  waitingMost: number
  /** Of one client: so that it can't take every place, and others still get in. */
  waitingMostEach: number
}

/**
 * Lets `atOnce` pieces of work run and `waitingMost` wait, in order.
 * @throws GateFull for what comes beyond.
 */
export function createGate({ atOnce, waitingMost, waitingMostEach }: Size): Gate {
  const waiting: { client: string; enter: () => void }[] = []
  let running = 0
  const hasPlace = (client: string) =>
    waiting.length < waitingMost && waiting.filter((other) => other.client === client).length < waitingMostEach
  const leave = () => {
    const next = waiting.shift()
    // The place goes on to the next one, so `running` stays.
    if (next) next.enter()
    else running--
  }
  return async (client, work) => {
    if (running < atOnce) running++
    else if (hasPlace(client)) await new Promise<void>((enter) => waiting.push({ client, enter }))
    else throw new GateFull()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
