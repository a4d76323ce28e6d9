/** A waiting piece of work: it either starts or hears that it has lost its place. */
type Waiting = { begin: () => void; refuse: () => void }

export type FairQueue = {
  /** @returns whether there was a place. */
  add(client: string, entry: Waiting): boolean
  next(): Waiting | undefined
}

type Size = {
  most: number
  /** Of one client. */
  mostEach: number
}

/**
 * Lets clients take turns, so that a client with many requests waits for itself. When it is full, a client with fewer
 * waiting takes the last place of the one with most (longest queue drop): many requests from few clients never keep
 * another client out.
 */
export function createFairQueue({ most, mostEach }: Size): FairQueue {
  // In the order of their turns.
  const clients = new Map<string, Waiting[]>()
  let length = 0

  const makeRoom = (own: number): boolean => {
    const longest = [...clients.values()].reduce<Waiting[]>((a, b) => (b.length > a.length ? b : a), [])
    // With one more each, both would have the same: nothing to be gained.
    if (longest.length <= own + 1) return false
    longest.pop()?.refuse()
    length--
    return true
  }
  return {
    add: (client, entry) => {
      const own = clients.get(client) ?? []
      if (own.length >= mostEach || (length >= most && !makeRoom(own.length))) return false
      own.push(entry)
      clients.set(client, own)
      length++
      return true
    },
    next: () => {
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
