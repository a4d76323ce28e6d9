import { setTimeout as sleep } from 'node:timers/promises'
import { asc, desc, gt, lt, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Change } from '#contract/tags.ts'
import type { Context } from '../context.ts'
import { lockUntilCommit } from '../db/advisory-locks.ts'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { fixedLimit, prepared } from '../db/prepared.ts'
import { changes } from '../db/tables/platform.ts'
import { afterCommit } from '../db/transaction.ts'

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
    let news = Promise.withResolvers<void>()
    const stopListening = this.#changed.listen(() => news.resolve())
    this.#subscribers++
    try {
      const opening = await this.#open(lastId)
      if (opening.event) yield opening.event
      let position = opening.position
      while (!stop.aborted) {
        // Made before the query, so that a change between query and wait is not missed.
        news = Promise.withResolvers()
        const rows = await changesAfter(this.#db).execute({ id: position })
        for (const change of rows) {
          position = change.id
          yield { kind: 'change', change }
        }
        const isSilent = rows.length < batch && !(await resolvesWithin(news.promise, this.#silenceMs, stop))
        if (isSilent && !stop.aborted) yield { kind: 'silence' }
      }
    } finally {
      this.#subscribers--
      stopListening()
    }
  }

  /** Deletes all but the newest 10,000 changes. The newest always stays: its id is the feed's position. */
  async trim(): Promise<void> {
    const { newest } = await findChangeBounds(this.#db)
    await deleteInBatches(this.#db, changes, lt(changes.id, newest - storedMost + 1))
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

/** Whether a promise resolves within `ms`, and before `stop`. */
async function resolvesWithin(promise: Promise<void>, ms: number, stop: AbortSignal): Promise<boolean> {
  const done = new AbortController()
  const signal = AbortSignal.any([stop, done.signal])
  // An abort is no failure.
  const time = sleep(ms, false, { signal, ref: false }).catch(() => false)
  const resolved = await Promise.race([promise.then(() => true), time])
  done.abort()
  return resolved
}

/** Wakes the change feed of this process. */
export class ChangeSignal {
  readonly #listeners = new Set<() => void>()

  /** @returns a function that removes the listener. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Wakes the listeners, which read the changes themselves. */
  raise(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** At most one batch of changes after `id`, oldest first. */
const changesAfter = prepared('changes', (db) =>
  db
    .select({ id: changes.id, tags: changes.tags })
    .from(changes)
    .where(gt(changes.id, sql.placeholder('id')))
    .orderBy(asc(changes.id))
    .limit(fixedLimit(batch)),
)

/** The smallest and the largest stored id; both are 0 if nothing was ever written. */
async function findChangeBounds(db: Db): Promise<{ oldest: number; newest: number }> {
  const [newest] = await db.select({ id: changes.id }).from(changes).orderBy(desc(changes.id)).limit(1)
  const [oldest] = await db.select({ id: changes.id }).from(changes).orderBy(asc(changes.id)).limit(1)
  return { oldest: oldest?.id ?? 0, newest: newest?.id ?? 0 }
}

/** The channel on which PostgreSQL announces a change to the other processes (`listen`, `notify`). */
export const changesChannel = 'bytewise_changes'

/**
 * Records in the same transaction which pages a write changed; the feed announces it after the commit. The lock is held
 * until the commit, so that changes become visible in the order of their ids: a reader that has seen one never finds a
 * smaller one later.
 */
export async function recordChange(ctx: Pick<Context, 'changed'>, tx: Db, tags: Iterable<string>): Promise<void> {
  const changed = [...new Set(tags)]
  await lockUntilCommit(tx, 'changes')
  await tx.insert(changes).values({ tags: changed })
  await tx.execute(sql`select pg_notify(${changesChannel}, '')`)
  afterCommit(tx, () => ctx.changed.raise(changed))
}

const retryMs = { first: 250, most: 5_000 }

/**
 * Signals when another process commits a change. A lost connection is reopened, and signals then too: it missed the
 * notifications in between.
 * @returns a function that stops listening.
 */
export function listenForChanges(
  connect: () => Promise<pg.Client>,
  changed: ChangeSignal,
  logger: Logger,
): () => Promise<void> {
  let current: pg.Client | undefined
  let stopped = false

  const listen = async () => {
    const client = await connect()
    if (stopped) return client.end()
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    client.on('error', (error) => logger.warn({ err: error }, 'the change listener lost its connection'))
    client.on('notification', () => changed.raise())
    current = client
    await client.query(`listen ${changesChannel}`)
    changed.raise()
    await ended
  }

  const run = async () => {
    let waitMs = retryMs.first
    while (!stopped) {
      const since = Date.now()
      await listen().catch((error: unknown) => logger.warn({ err: error }, 'the change listener could not connect'))
      if (Date.now() - since > retryMs.most) waitMs = retryMs.first
      if (!stopped) await sleep(waitMs, undefined, { ref: false })
      waitMs = Math.min(waitMs * 2, retryMs.most)
    }
  }

  void run()
  return async () => {
    stopped = true
    await current?.end().catch(() => undefined)
  }
}
