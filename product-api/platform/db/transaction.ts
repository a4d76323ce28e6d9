import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from './client.ts'
import { CommitInDoubt, isConnectionLost, isConnectionUseless, isContended } from './faults.ts'
import { type DatabasePool, type RetryBudget, succeeds } from './pool.ts'

const afterCommits = new WeakMap<Db, (() => void)[]>()

type Options<T> = {
  /**
   * Checks whether the rows of `run` exist. Called if the connection broke during the commit, once the database is
   * back; the transaction then ends normally or is repeated. Without it, it fails with CommitInDoubt.
   */
  isThere?: (written: T) => Promise<boolean>
}

/**
 * Runs a use case in one transaction: committed when `run` returns, rolled back when it throws. Inside, query only
 * `tx`: the embedded database has one session and would wait for itself. If the database rolled back, because of a
 * conflict or a lost connection, `run` is called again, so it must have no other side effects: put those into
 * `afterCommit`.
 */
export async function transaction<T>(db: Db, run: (tx: Db) => Promise<T>, { isThere }: Options<T> = {}): Promise<T> {
  const { $client: pool } = db as Db & { $client: DatabasePool }
  const budget = pool.retryBudget()
  for (;;) {
    const actions: (() => void)[] = []
    const written: T[] = []
    const attempt = async (tx: Db) => {
      afterCommits.set(tx, actions)
      written.push(await run(tx))
    }
    // A thrown nothing counts as a fault too.
    const fault: unknown = await runTransaction(pool, budget, attempt).catch(
      (thrown) => thrown ?? new Error('A transaction failed with nothing'),
    )
    const isDone = !fault || (fault instanceof CommitInDoubt && isThere && (await isThere(written[0] as T)))
    if (isDone) {
      for (const act of actions) act()
      return written[0] as T
    }
    const isUndone = fault instanceof CommitInDoubt ? isThere : isContended(fault) || isConnectionUseless(fault)
    if (!isUndone || !(await budget.mayRetry(fault))) throw fault
  }
}

/** Runs `act` after the commit; never after a rollback. */
export function afterCommit(tx: Db, act: () => void): void {
  const actions = afterCommits.get(tx)
  if (!actions) throw new Error('This is no transaction of transaction()')
  actions.push(act)
}

/**
 * Runs one transaction without retries.
 * @throws CommitInDoubt if the connection broke during the commit; after any other error nothing was changed.
 */
export async function runTransaction<T>(
  pool: DatabasePool,
  budget: RetryBudget,
  run: (tx: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const client = await beginOn(pool, budget)
  let isClean = false
  try {
    const result = await pool.runInside(() => run(drizzle(client)))
    await commit(client)
    isClean = true
    return result
  } catch (fault) {
    // If the rollback can't be sent, the connection is closed, which rolls back too.
    isClean =
      !(fault instanceof CommitInDoubt) && !isConnectionUseless(fault) && (await succeeds(client.query('rollback')))
    throw fault
  } finally {
    client.release(!isClean)
  }
}

/** An idle connection may have broken unnoticed; nothing was done yet, so the next one is tried. */
async function beginOn(pool: DatabasePool, budget: RetryBudget): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connectWithin(budget)
    try {
      await client.query('begin')
      return client
    } catch (error) {
      client.release(true)
      if (!isConnectionLost(error) || !(await budget.mayRetry(error))) throw error
    }
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw isConnectionLost(error) ? new CommitInDoubt(error) : error
  })
  if (command === 'ROLLBACK') throw new Error('A fault inside a transaction was passed over; nothing was committed')
}

/** Disables JIT for this transaction: compiling the plan would take longer than reading some thousand rows. */
export async function disableJit(tx: Db): Promise<void> {
  await tx.execute(sql`set local jit = off`)
}
