import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { CommitInDoubt, isConnectionLost } from './faults.ts'
import type { DatabasePool, Patience } from './pool.ts'

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
