import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  DatabaseAway,
  isConnectionLost,
  isConnectionUseless,
  isContended,
  isDatabaseUnavailable,
  isPlanOutdated,
  isPoolFull,
  isReadOnly,
} from './faults.ts'
import { expectPrimary } from './servers.ts'

/** How long a call waits for an unreachable database: less than the five seconds after which the web gives up. */
const defaultWaitMs = 3_000
const pauseMs = 50
/** A connection that was idle for longer is probed before use. */
const idleMs = 1_000
const contendedTries = 5
/** On a server that is set to read only, every new connection would refuse the write as well. */
const readOnlyTries = 3

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
    // Each try closes a connection with such a plan.
    if (isPlanOutdated(fault)) return true
    if (isReadOnly(fault) && this.#tries >= readOnlyTries) return false
    if (!isContended(fault)) return sleep(pauseMs, true)
    if (this.#tries >= contendedTries) return false
    // Random back-off, so that two conflicting transactions don't collide again.
    return sleep(Math.random() * pauseMs * this.#tries, true)
  }
}

type PoolOptions = {
  onLostConnection?: ((error: Error) => void) | undefined
  waitMs?: number | undefined
  /**
   * The addresses of the database's servers, if it is not an embedded one: new connections are made to the first that
   * takes writes. Connections are probed once they have been idle, because they can break silently over a network.
   */
  servers?: readonly string[]
}

/**
 * A pool that survives a restart of the server, and that another one takes over: a broken connection never crashes the
 * process, and callers wait for a while for an unreachable server.
 */
export class DatabasePool extends pg.Pool {
  readonly #waitMs: number
  readonly #servers: readonly string[]
  readonly #idleSince = new WeakMap<pg.PoolClient, number>()

  constructor(config: pg.PoolConfig, options: PoolOptions = {}) {
    const { onLostConnection = () => undefined, waitMs = defaultWaitMs, servers = [] } = options
    const [connectionString] = servers
    super(connectionString ? { ...config, connectionString, onConnect: expectPrimary } : config)
    this.#waitMs = waitMs
    this.#servers = servers
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
      const server = this.options.connectionString
      try {
        const client = await super.connect()
        if (await this.#isUsable(client)) return client
        client.release(true)
        throw new DatabaseAway(new Error('A connection that was idle does not answer, or its server takes no writes'))
      } catch (error) {
        // A slow failure was a timeout, of a silent server or of the pool: another wait would not help.
        const tookLong = performance.now() - askedAt > this.#waitMs / 2
        const isAway = !this.ending && isDatabaseUnavailable(error)
        // Nothing was learnt about the server to which new connections are made.
        const isBeside = error instanceof DatabaseAway || isPoolFull(error)
        const hasNext = isAway && !isBeside && this.#leave(server)
        if (isAway && (!tookLong || hasNext) && (await budget.mayRetry(error))) continue
        throw isAway ? new DatabaseAway(error) : error
      }
    }
  }

  /** Turns to the server after this one, unless another call has already. @returns whether there is another. */
  #leave(server: string | undefined): boolean {
    if (!server || this.#servers.length < 2) return false
    const next = (this.#servers.indexOf(server) + 1) % this.#servers.length
    if (this.options.connectionString === server) this.options.connectionString = this.#servers[next]
    return true
  }

  async #isUsable(client: pg.PoolClient): Promise<boolean> {
    const idleSince = this.#idleSince.get(client)
    if (this.#servers.length === 0 || idleSince === undefined || performance.now() - idleSince < idleMs) return true
    return succeeds(expectPrimary(client))
  }

  /**
   * Runs a query outside of a transaction. Retried where that is safe: a read, or a statement that was refused, or
   * rolled back because of a conflict.
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
        client.release(isConnectionUseless(error) || beginsTransaction(given[0]))
        const isUndone = isContended(error) || isReadOnly(error) || isPlanOutdated(error)
        const isSafe = isUndone || (isConnectionLost(error) && isRead(given[0]))
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
  return /^\s*select\b/i.test(textOf(query))
}

/** Whether this is a script with a transaction of its own, such as pg-boss's: if it fails, the transaction stays open. */
function beginsTransaction(query: unknown): boolean {
  return /^\s*begin\b/i.test(textOf(query))
}

function textOf(query: unknown): string {
  return (typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text) ?? ''
}
