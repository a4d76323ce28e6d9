/** Thrown if a render lost its place in the queue, because too many wait. */
export class TooBusy extends Error {}

/** A render that waits for its turn, in the line of every client that asked for it. */
class Ticket {
  begun = false
  readonly lines = new Set<string>()
  /** Resolves with the client whose turn it was. */
  readonly turn = Promise.withResolvers<string>()
}

export type { Ticket }

type Bounds = { running: number; runningOfOne: number; waiting: number }

/**
 * Lets a bounded number of renders run in parallel. The others wait in a line for each client, and the lines take turns:
 * a client with hundreds of requests delays others by a turn at most. If too many wait, the longest line loses its last.
 */
export class RenderQueue {
  running = 0
  /** Places in all lines. */
  waiting = 0
  refused = 0
  readonly #bounds: Bounds
  readonly #lines = new Map<string, Ticket[]>()
  readonly #runningOf = new Map<string, number>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** A place for a render to come; `join` and `run` take it. */
  enter(client: string): Ticket {
    const ticket = new Ticket()
    // Refused before anything waits for it, it must not count as an unhandled fault.
    ticket.turn.promise.catch(() => undefined)
    this.join(ticket, client)
    return ticket
  }

  /** One more client waits for the same render: it begins when the first of them has a turn. */
  join(ticket: Ticket, client: string): void {
    if (ticket.begun || ticket.lines.has(client)) return
    if (this.#hasRoom(client)) this.#begin(client, ticket)
    else if (this.waiting < this.#bounds.waiting || this.#makeRoom(client)) this.#queue(client, ticket)
    else this.#refuse(ticket)
  }

  /** @throws TooBusy if the ticket lost its place. */
  async run<T>(ticket: Ticket, render: () => Promise<T>): Promise<T> {
    const client = await ticket.turn.promise
    try {
      return await render()
    } finally {
      this.#leave(client)
    }
  }

  #hasRoom(client: string): boolean {
    return this.running < this.#bounds.running && (this.#runningOf.get(client) ?? 0) < this.#bounds.runningOfOne
  }

  #queue(client: string, ticket: Ticket): void {
    ticket.lines.add(client)
    this.waiting++
    const line = this.#lines.get(client)
    if (line) line.push(ticket)
    else this.#lines.set(client, [ticket])
  }

  #begin(client: string, ticket: Ticket): void {
    ticket.begun = true
    this.running++
    this.#runningOf.set(client, (this.#runningOf.get(client) ?? 0) + 1)
    ticket.turn.resolve(client)
  }

  #leave(client: string): void {
    this.running--
    const left = (this.#runningOf.get(client) ?? 1) - 1
    if (left > 0) this.#runningOf.set(client, left)
    else this.#runningOf.delete(client)
    this.#callNext()
  }

  /** The first line whose client has room gives its first ticket and goes to the end. */
  #callNext(): void {
    for (const client of this.#lines.keys()) {
      if (this.running >= this.#bounds.running) return
      if (!this.#hasRoom(client)) continue
      const ticket = this.#takeFirst(client)
      if (ticket) this.#begin(client, ticket)
    }
  }

  #takeFirst(client: string): Ticket | undefined {
    const line = this.#lines.get(client) ?? []
    this.#lines.delete(client)
    for (let ticket = line.shift(); ticket; ticket = line.shift()) {
      this.waiting--
      // Begun meanwhile, by its place in another line.
      if (ticket.begun) continue
      if (line.length > 0) this.#lines.set(client, line)
      return ticket
    }
    return undefined
  }

  /** False if the new one's own line is the longest. */
  #makeRoom(client: string): boolean {
    const lengthOf = (name: string) => this.#lines.get(name)?.length ?? 0
    let longest = client
    for (const other of this.#lines.keys()) if (lengthOf(other) > lengthOf(longest)) longest = other
    const ticket = longest === client ? undefined : this.#lines.get(longest)?.pop()
    if (!ticket) return false
    this.waiting--
    if (lengthOf(longest) === 0) this.#lines.delete(longest)
    ticket.lines.delete(longest)
    this.#refuse(ticket)
    return true
  }

  #refuse(ticket: Ticket): void {
    if (ticket.begun || ticket.lines.size > 0) return
    this.refused++
    ticket.turn.reject(new TooBusy('Too many pages wait to be made'))
  }
}
