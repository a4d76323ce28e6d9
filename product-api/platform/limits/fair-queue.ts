import type { Problem } from '../problem.ts'

type Size = {
  /** How many tasks run in parallel. */
  atOnce: number
  /** The length of each of the two queues, for known and for unknown requesters. */
  waitingMost: number
  /** The limit of one client's waiting tasks. */
  waitingMostEach: number
  /** The refusal of a task that finds the queue full. */
  tooBusy: () => Problem
}

/** Identifies the client, so that one client can't fill the queue; known ones go first. */
export type Requester = { client: string; isKnown: boolean }

/**
 * Runs `atOnce` tasks in parallel and queues the others: known requesters first, then unknown ones; in each queue,
 * clients take turns. A task fails with `tooBusy` if the queue is full.
 */
export function createConcurrencyLimit(size: Size): <T>(requester: Requester, work: () => Promise<T>) => Promise<T> {
  const known = createFairQueue(size)
  const unknown = createFairQueue(size)
  let running = 0
  return async ({ client, isKnown }, work) => {
    if (running < size.atOnce) running++
    else {
      const turn = Promise.withResolvers<void>()
      if (!(isKnown ? known : unknown).add(client, turn)) throw size.tooBusy()
      await turn.promise
    }
    try {
      return await work()
    } finally {
      const next = known.next() ?? unknown.next()
      // The next one takes over the slot, so `running` stays the same.
      if (next) next.resolve()
      else running--
    }
  }
}

/** A waiting task: it is either started or refused. */
type Waiting = PromiseWithResolvers<void>

/**
 * A bounded queue in which clients take turns, so that a client with many requests delays only itself. When it is full,
 * a client with fewer waiting tasks takes the last place of the client with most (longest queue drop): many requests
 * from a few clients never keep another client out.
 */
function createFairQueue({ waitingMost, waitingMostEach, tooBusy }: Size) {
  // In the order of the clients' turns.
  const clients = new Map<string, Waiting[]>()
  let length = 0

  const makeRoom = (own: number): boolean => {
    const longest = [...clients.values()].reduce<Waiting[]>((a, b) => (b.length > a.length ? b : a), [])
    // With one more, the new client would have as many: no gain.
    if (longest.length <= own + 1) return false
    longest.pop()?.reject(tooBusy())
    length--
    return true
  }
  return {
    /** @returns false if there is no room. */
    add: (client: string, entry: Waiting): boolean => {
      const own = clients.get(client) ?? []
      if (own.length >= waitingMostEach || (length >= waitingMost && !makeRoom(own.length))) return false
      own.push(entry)
      clients.set(client, own)
      length++
      return true
    },
    next: (): Waiting | undefined => {
      const [turn] = clients
      if (!turn) return undefined
      const [client, own] = turn
      const entry = own.shift()
      clients.delete(client)
      if (own.length > 0) clients.set(client, own)
      length--
      return entry
    },
  }
}
