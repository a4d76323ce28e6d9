import { setTimeout as sleep } from 'node:timers/promises'
import { asc, desc, gt, lt } from 'drizzle-orm'
import type { Change } from '#contract/tags.ts'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { changes } from '../db/tables/platform.ts'

const subscribersMost = 100
const batch = 500
const storedMost = 10_000

/**
 * An event for a subscriber. `hello`: the newest change, after which the subscription begins. `reset`: the changes
 * since the subscriber's last one are unknown, so everything may have changed. `silence`: a keep-alive.
 */
type FeedEvent = { kind: 'change' | 'hello' | 'reset'; change: Change } | { kind: 'silence' }

type FeedOptions = { db: Db; changed: ChangeSignal; silenceMs?: number | undefined }

/** Passes committed changes to every subscriber, in the order of their ids and without gaps. */
export class ChangeFeed {
  readonly #db: Db
  readonly #changed: ChangeSignal
  readonly #silenceMs: number
  readonly #end = new AbortController()
  #subscribers = 0

  constructor({ db, changed, silenceMs = 15_000 }: FeedOptions) {
    this.#db = db
    this.#changed = changed
    this.#silenceMs = silenceMs
  }

  get isFull(): boolean {
    return this.#subscribers >= subscribersMost
  }

  /** @param lastId the newest change the subscriber has seen, undefined for one that has seen nothing. */
  async *subscribe(lastId: number | undefined, gone: AbortSignal): AsyncGenerator<FeedEvent> {
    const stop = AbortSignal.any([gone, this.#end.signal])
    const alarm = new Alarm(this.#changed)
    this.#subscribers++
    try {
      const opening = await this.#open(lastId)
      if (opening.event) yield opening.event
      let position = opening.position
      while (!stop.aborted) {
        alarm.set()
        const rows = await listChangesAfter(this.#db, position, batch)
        for (const change of rows) {
          position = change.id
          yield { kind: 'change', change }
        }
        if (rows.length < batch && !(await alarm.rings(this.#silenceMs, stop)) && !stop.aborted)
          yield { kind: 'silence' }
      }
    } finally {
      this.#subscribers--
      alarm.remove()
    }
  }

  /** Deletes all but the newest 10,000 changes. */
  trim(): Promise<void> {
    return deleteOldChanges(this.#db, storedMost)
  }

  /** Ends every subscription. */
  close(): void {
    this.#end.abort()
  }

  async #open(lastId: number | undefined): Promise<{ position: number; event?: FeedEvent }> {
    const { oldest, newest } = await findChangeBounds(this.#db)
    const isKnown = lastId !== undefined && lastId <= newest && lastId >= oldest - 1
    // Sent immediately, so that a subscriber knows that it is connected again.
    if (isKnown) return { position: lastId, event: { kind: 'silence' } }
    const kind = lastId === undefined ? 'hello' : 'reset'
    return { position: newest, event: { kind, change: { id: newest, tags: [] } } }
  }
}

/** Wakes a waiting subscriber. It is reset before the query, so that a change between query and wait is not missed. */
class Alarm {
  #rung = false
  #wake: (() => void) | undefined
  readonly remove: () => void

  constructor(changed: ChangeSignal) {
    this.remove = changed.listen(() => {
      this.#rung = true
      this.#wake?.()
    })
  }

  set(): void {
    this.#rung = false
  }

  /** Waits for the signal for at most `withinMs`; false if it did not come. */
  async rings(withinMs: number, stop: AbortSignal): Promise<boolean> {
    if (this.#rung) return true
    const done = new AbortController()
    const rung = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    // An abort by `stop` or by the signal is no failure.
    const time = sleep(withinMs, undefined, { signal: AbortSignal.any([stop, done.signal]), ref: false }).catch(
      () => undefined,
    )
    await Promise.race([rung, time])
    done.abort()
    return this.#rung
  }
}

/** Wakes the change feed of this process. */
export class ChangeSignal {
  readonly #listeners = new Set<() => void>()

  /** @returns a function that removes the listener. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  raise(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The changes after `id`, oldest first. */
async function listChangesAfter(db: Db, id: number, limit: number) {
  return db
    .select({ id: changes.id, tags: changes.tags })
    .from(changes)
    .where(gt(changes.id, id))
    .orderBy(asc(changes.id))
    .limit(limit)
}

/** The smallest and the largest stored id; both are 0 if nothing was ever written. */
async function findChangeBounds(db: Db): Promise<{ oldest: number; newest: number }> {
  const [newest] = await db.select({ id: changes.id }).from(changes).orderBy(desc(changes.id)).limit(1)
  const [oldest] = await db.select({ id: changes.id }).from(changes).orderBy(asc(changes.id)).limit(1)
  return { oldest: oldest?.id ?? 0, newest: newest?.id ?? 0 }
}

/** Always keeps the newest change: its id is the feed's position. */
async function deleteOldChanges(db: Db, keep: number): Promise<void> {
  const { newest } = await findChangeBounds(db)
  await deleteInBatches(db, changes, lt(changes.id, newest - keep + 1))
}
