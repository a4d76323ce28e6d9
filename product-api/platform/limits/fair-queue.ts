/** A waiting task: it is either started or refused. */
type Waiting = { begin: () => void; refuse: () => void }

export type FairQueue = {
  /** @returns false if there is no room. */
  add(client: string, entry: Waiting): boolean
  next(): Waiting | undefined
}

type Size = {
  most: number
  /** The limit of one client's tasks. */
  mostEach: number
}

/**
 * A bounded queue in which clients take turns, so that a client with many requests delays only itself. When it is full,
 * a client with fewer waiting tasks takes the last place of the client with most (longest queue drop): many requests
 * from a few clients never keep another client out.
 */
export function createFairQueue({ most, mostEach }: Size): FairQueue {
  // In the order of the clients' turns.
  const clients = new Map<string, Waiting[]>()
  let length = 0

  const makeRoom = (own: number): boolean => {
    const longest = [...clients.values()].reduce<Waiting[]>((a, b) => (b.length > a.length ? b : a), [])
    // With one more, the new client would have as many: no gain.
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
