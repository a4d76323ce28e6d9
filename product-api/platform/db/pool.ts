import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseAway, isConnectionLost, isContended, isDatabaseUnavailable } from './faults.ts'

/** How long a call waits for a database that is away: below the five seconds after which the web gives up. */
const defaultPatienceMs = 3_000
const pauseMs = 50
/** After so long without a use a connection is asked whether it answers, and has so long for it. */
const idleMs = 1_000
const answerMs = 1_000
const contendedTries = 5

/** What one call may still wait and try, over all its tries together. */
export class Patience {
  readonly #endsAt: number
  #tries = 0

  constructor(ms: number) {
    this.#endsAt = performance.now() + ms
  }

  /** Whether something may be tried again; it has waited a moment then. */
  async again(fault: unknown): Promise<boolean> {
    this.#tries++
    if (performance.now() > this.#endsAt) return false
    if (!isContended(fault)) return sleep(pauseMs, true)
    if (this.#tries >= contendedTries) return false
    // Of two that were in each other's way, one comes first.
    return sleep(Math.random() * pauseMs * this.#tries, true)
  }
}

type PoolOptions = {
  onLostConnection?: ((error: Error) => void) | undefined
  patienceMs?: number | undefined
  /** Over a network a connection can be cut off without a word; not for a server that lets others wait, as the embedded one. */
  asksIdle?: boolean
}

/**
 * A pool that survives a restart of the server: a connection that breaks never ends the process, and callers that ask
 * for one while the server is away wait for it.
 */
export class DatabasePool extends pg.Pool {
  readonly #patienceMs: number
  readonly #asksIdle: boolean
  readonly #idleSince = new WeakMap<pg.PoolClient, number>()

  constructor(config: pg.PoolConfig, options: PoolOptions = {}) {
    const { onLostConnection = () => undefined, patienceMs = defaultPatienceMs, asksIdle = false } = options
    super(config)
    this.#patienceMs = patienceMs
    this.#asksIdle = asksIdle
    this.on('error', onLostConnection)
    this.on('release', (_fault, client) => this.#idleSince.set(client, performance.now()))
    // The pool listens to idle ones only; the user of a connection hears of its end when a query fails.
    this.on('connect', (client) => client.on('error', () => undefined))
    this.query = ((...given: unknown[]) => this.#ask(given)) as pg.Pool['query']
  }

  /** For one call, from now on. */
  patience(): Patience {
    return new Patience(this.#patienceMs)
  }

  override connect(): Promise<pg.PoolClient> {
    return this.connectWithin(this.patience())
  }

  /** Runs what a transaction of this pool does between its begin and its commit; the tests' pool watches it. */
  runInside<T>(run: () => Promise<T>): Promise<T> {
    return run()
  }

  /** Nothing was sent yet: whatever keeps the server from taking a connection, asking again is safe. */
  async connectWithin(patience: Patience): Promise<pg.PoolClient> {
    for (;;) {
      const askedAt = performance.now()
      try {
        const client = await super.connect()
        if (await this.#answers(client)) return client
        client.release(true)
        throw new DatabaseAway(new Error('A connection that lay idle does not answer'))
      } catch (error) {
        // What took long was a time-out: a server that says nothing, or no place in the pool. Waiting again
        // does not help.
        const tookLong = performance.now() - askedAt > this.#patienceMs / 2
        const isAway = !this.ending && isDatabaseUnavailable(error)
        if (isAway && !tookLong && (await patience.again(error))) continue
        throw isAway ? new DatabaseAway(error) : error
      }
    }
  }

  async #answers(client: pg.PoolClient): Promise<boolean> {
    const idleSince = this.#idleSince.get(client)
    if (!this.#asksIdle || idleSince === undefined || performance.now() - idleSince < idleMs) return true
    const question: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: answerMs }
    return client.query(question).then(
      () => true,
      () => false,
    )
  }

  /**
   * Outside of a transaction. Asked again if that is safe: a read, or a statement that was undone because of a
   * conflict.
   */
  async #ask(given: unknown[]): Promise<unknown> {
    const patience = this.patience()
    for (;;) {
      const client = await this.connectWithin(patience)
      try {
        const result: unknown = await (client.query as (...given: unknown[]) => unknown).apply(client, given)
        client.release()
        return result
      } catch (error) {
        client.release(isConnectionLost(error))
        const isSafe = isContended(error) || (isConnectionLost(error) && isRead(given[0]))
        if (!isSafe || !(await patience.again(error))) throw error
      }
    }
  }
}

/** By its first word: our own selects outside of transactions change nothing. */
function isRead(query: unknown): boolean {
  const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text
  return /^\s*select\b/i.test(text ?? '')
}
