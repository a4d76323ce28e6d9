import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseAway, isConnectionLost, isContended, isDatabaseUnavailable } from './faults.ts'

/** How long a call waits for an unreachable database: less than the five seconds after which the web gives up. */
const defaultWaitMs = 3_000
const pauseMs = 50
/** A connection that was idle for `idleMs` is probed before use, and has `answerMs` to answer. */
const idleMs = 1_000
const answerMs = 1_000
const contendedTries = 5

/** The time and the retries that one call has left, over all of its tries. */
export class RetryBudget {
  readonly #endsAt: number
  #tries = 0

  constructor(ms: number) {
    this.#endsAt = performance.now() + ms
  }

  /** Waits for a moment if a retry is allowed. @returns whether it is. */
  async mayRetry(fault: unknown): Promise<boolean> {
    this.#tries++
    if (performance.now() > this.#endsAt) return false
    if (!isContended(fault)) return sleep(pauseMs, true)
    if (this.#tries >= contendedTries) return false
    // Random back-off, so that two conflicting transactions don't collide again.
    return sleep(Math.random() * pauseMs * this.#tries, true)
  }
}

type PoolOptions = {
  onLostConnection?: ((error: Error) => void) | undefined
  waitMs?: number | undefined
  /** Probe idle connections, which can break silently over a network; the embedded server answers one at a time. */
  probesIdle?: boolean
}

/**
 * A pool that survives a restart of the server: a broken connection never crashes the process, and callers wait for a
 * while for an unreachable server.
 */
export class DatabasePool extends pg.Pool {
  readonly #waitMs: number
  readonly #probesIdle: boolean
  readonly #idleSince = new WeakMap<pg.PoolClient, number>()

  constructor(config: pg.PoolConfig, options: PoolOptions = {}) {
    const { onLostConnection = () => undefined, waitMs = defaultWaitMs, probesIdle = false } = options
    super(config)
    this.#waitMs = waitMs
    this.#probesIdle = probesIdle
    this.on('error', onLostConnection)
    this.on('release', (_fault, client) => this.#idleSince.set(client, performance.now()))
    // pg's pool listens to idle connections only; while one is in use, its failing query reports the error.
    this.on('connect', (client) => client.on('error', () => undefined))
    this.query = ((...given: unknown[]) => this.#ask(given)) as pg.Pool['query']
  }

  /** Starts the time limit of one call. */
  retryBudget(): RetryBudget {
    return new RetryBudget(this.#waitMs)
  }

  override connect(): Promise<pg.PoolClient> {
    return this.connectWithin(this.retryBudget())
  }

  /** Runs the body of a transaction; overridden by the tests' pool, which watches it. */
  runInside<T>(run: () => Promise<T>): Promise<T> {
    return run()
  }

  /** Connects, with retries: nothing was sent yet, so retrying is safe whatever the failure. */
  async connectWithin(budget: RetryBudget): Promise<pg.PoolClient> {
    for (;;) {
      const askedAt = performance.now()
      try {
        const client = await super.connect()
        if (await this.#answers(client)) return client
        client.release(true)
        throw new DatabaseAway(new Error('A connection that lay idle does not answer'))
      } catch (error) {
        // A slow failure was a timeout, of a silent server or of the pool: another wait would not help.
        const tookLong = performance.now() - askedAt > this.#waitMs / 2
        const isAway = !this.ending && isDatabaseUnavailable(error)
        if (isAway && !tookLong && (await budget.mayRetry(error))) continue
        throw isAway ? new DatabaseAway(error) : error
      }
    }
  }

  async #answers(client: pg.PoolClient): Promise<boolean> {
    const idleSince = this.#idleSince.get(client)
    if (!this.#probesIdle || idleSince === undefined || performance.now() - idleSince < idleMs) return true
    const question: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: answerMs }
    return succeeds(client.query(question))
  }

  /**
   * Runs a query outside of a transaction. Retried where that is safe: a read, or a statement that was rolled back
   * because of a conflict.
   */
  async #ask(given: unknown[]): Promise<unknown> {
    const budget = this.retryBudget()
    for (;;) {
      const client = await this.connectWithin(budget)
      try {
        const result: unknown = await (client.query as (...given: unknown[]) => unknown).apply(client, given)
        client.release()
        return result
      } catch (error) {
        client.release(isConnectionLost(error))
        const isSafe = isContended(error) || (isConnectionLost(error) && isRead(given[0]))
        if (!isSafe || !(await budget.mayRetry(error))) throw error
      }
    }
  }
}

export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

/** Judged by the first word: our selects outside of transactions have no side effects. */
function isRead(query: unknown): boolean {
  const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text
  return /^\s*select\b/i.test(text ?? '')
}
