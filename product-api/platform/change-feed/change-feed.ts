import { setTimeout as sleep } from 'node:timers/promises'
import { asc, desc, gt, lt } from 'drizzle-orm'
import type { Change } from '#contract/tags.ts'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { changes } from '../db/tables/platform.ts'

const subscribersMost = 100
const batch = 500
const kept = 10_000

/**
 * What a subscriber is told. `hello`: the newest change, it begins after it. `reset`: what came after its last one is
 * unknown, everything may have changed. `silence`: nothing for a while.
 */
type FeedEvent = { kind: 'change' | 'hello' | 'reset'; change: Change } | { kind: 'silence' }

type FeedOptions = { db: Db; changed: ChangeSignal; silenceMs?: number | undefined }

/** Hands on what was committed, to each subscriber in the order of the ids and without a gap. */
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

  /** Forgets what is older than the newest 10,000 changes. */
  trim(): Promise<void> {
    return deleteOldChanges(this.#db, kept)
  }

  /** Ends every subscription. */
  close(): void {
    this.#end.abort()
  }

  async #open(lastId: number | undefined): Promise<{ position: number; event?: FeedEvent }> {
    const { oldest, newest } = await findChangeBounds(this.#db)
    const isKnown = lastId !== undefined && lastId <= newest && lastId >= oldest - 1
    // Sent immediately, so that a subscriber that has reconnected knows that it hears again.
    if (isKnown) return { position: lastId, event: { kind: 'silence' } }
    const kind = lastId === undefined ? 'hello' : 'reset'
    return { position: newest, event: { kind, change: { id: newest, tags: [] } } }
  }
}

/** Set before looking, so that what happens between the look and the wait still rings. */
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

  /** Waits for the signal at most so long; false if it did not come. */
  async rings(withinMs: number, stop: AbortSignal): Promise<boolean> {
    if (this.#rung) return true
    const done = new AbortController()
    const rung = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    // Ended early by a stop or by the bell: neither is a fault.
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

  /** @returns what stops listening. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  raise(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** What came after a change, oldest first. */
async function listChangesAfter(db: Db, id: number, limit: number) {
  return db
    .select({ id: changes.id, tags: changes.tags })
    .from(changes)
    .where(gt(changes.id, id))
    .orderBy(asc(changes.id))
    .limit(limit)
}

/** The ids that are kept; both are 0 if nothing was ever written. */
async function findChangeBounds(db: Db): Promise<{ oldest: number; newest: number }> {
  const [newest] = await db.select({ id: changes.id }).from(changes).orderBy(desc(changes.id)).limit(1)
  const [oldest] = await db.select({ id: changes.id }).from(changes).orderBy(asc(changes.id)).limit(1)
  return { oldest: oldest?.id ?? 0, newest: newest?.id ?? 0 }
}

/** The newest change always stays: it says how far the feed had come. */
async function deleteOldChanges(db: Db, keep: number): Promise<void> {
  const { newest } = await findChangeBounds(db)
  await deleteInBatches(db, changes, lt(changes.id, newest - keep + 1))
}
