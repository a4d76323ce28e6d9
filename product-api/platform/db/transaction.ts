import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from './client.ts'
import { CommitInDoubt, isConnectionLost, isContended } from './faults.ts'
import type { DatabasePool, Patience } from './pool.ts'

const afterCommits = new WeakMap<Db, (() => void)[]>()

type Options<T> = {
  /**
   * Whether what `run` wrote exists: asked once the database is back, if the connection broke during the commit. With
   * it such a call ends as if nothing had happened, without it with CommitInDoubt.
   */
  isThere?: (written: T) => Promise<boolean>
}

/**
 * Runs a use case in one transaction: committed when `run` returns, rolled back when it throws. Inside, only `tx` may
 * be asked; the embedded database serves one transaction at a time and would wait for itself. If the database has
 * undone it, in a deadlock or because the server went away, `run` is called again: nothing but the database may
 * remember that it ran, and everything else waits for `afterCommit`.
 */
export async function transaction<T>(db: Db, run: (tx: Db) => Promise<T>, { isThere }: Options<T> = {}): Promise<T> {
  const { $client: pool } = db as Db & { $client: DatabasePool }
  const patience = pool.patience()
  for (;;) {
    const actions: (() => void)[] = []
    const written: T[] = []
    const attempt = async (tx: Db) => {
      afterCommits.set(tx, actions)
      written.push(await run(tx))
    }
    const fault = await faultOf(runTransaction(pool, patience, attempt))
    const isDone = !fault || (fault instanceof CommitInDoubt && isThere && (await isThere(written[0] as T)))
    if (isDone) {
      for (const act of actions) act()
      return written[0] as T
    }
    const isUndone = fault instanceof CommitInDoubt ? isThere : isContended(fault) || isConnectionLost(fault)
    if (!isUndone || !(await patience.again(fault))) throw fault
  }
}

async function faultOf(work: Promise<void>): Promise<unknown> {
  try {
    await work
    return undefined
  } catch (fault) {
    return fault ?? new Error('A transaction failed with nothing')
  }
}

/** Does something once the transaction is committed, and nothing if it is rolled back. */
export function afterCommit(tx: Db, act: () => void): void {
  const actions = afterCommits.get(tx)
  if (!actions) throw new Error('This is no transaction of transaction()')
  actions.push(act)
}

/**
 * Runs one transaction, once.
 * @throws CommitInDoubt if the connection broke during the commit; after any other fault nothing was done.
 */
export async function runTransaction<T>(
  pool: DatabasePool,
  patience: Patience,
  run: (tx: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const client = await beginOn(pool, patience)
  let isClean = false
  try {
    const result = await pool.runInside(() => run(drizzle(client)))
    await commit(client)
    isClean = true
    return result
  } catch (fault) {
    // A connection that can't be told is closed instead, which undoes the same.
    isClean = !(fault instanceof CommitInDoubt) && !isConnectionLost(fault) && (await rollBack(client))
    throw fault
  } finally {
    client.release(!isClean)
  }
}

/** A connection that lay idle may have broken unseen: nothing was done, so the next one is taken. */
async function beginOn(pool: DatabasePool, patience: Patience): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connectWithin(patience)
    try {
      await client.query('begin')
      return client
    } catch (error) {
      client.release(true)
      if (!isConnectionLost(error) || !(await patience.again(error))) throw error
    }
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw isConnectionLost(error) ? new CommitInDoubt(error) : error
  })
  if (command === 'ROLLBACK') throw new Error('A fault inside a transaction was passed over; nothing was committed')
}

async function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

/** For this transaction: rows by the thousand are read in less time than a plan for them is compiled in. */
export async function disableJit(tx: Db): Promise<void> {
  await tx.execute(sql`set local jit = off`)
}
