import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { DatabasePool, type RetryBudget } from '#platform/db/pool.ts'

/** The caller's open transaction; shared by every pool of a test. */
const inside = new AsyncLocalStorage<{ isOpen: boolean } | undefined>()
let refused: Error[] = []

/**
 * A pool that refuses queries inside one of its open transactions that bypass `tx`. On the embedded database, which
 * runs one transaction at a time, such a query would wait for itself; on a native one it would run outside of the
 * transaction.
 */
export class GuardedPool extends DatabasePool {
  override async runInside<T>(run: () => Promise<T>): Promise<T> {
    const transaction = { isOpen: true }
    try {
      return await inside.run(transaction, run)
    } finally {
      // Work that the transaction started without awaiting it may use the pool afterwards.
      transaction.isOpen = false
    }
  }

  override async connectWithin(budget: RetryBudget): Promise<pg.PoolClient> {
    if (inside.getStore()?.isOpen) {
      const fault = new Error('The pool was asked inside an open transaction: pass on `tx` and ask that')
      refused.push(fault)
      throw fault
    }
    return super.connectWithin(budget)
  }

  /** Runs something like another process would, while the test's transaction is open. */
  outside<T>(run: () => T): T {
    return inside.run(undefined, run)
  }

  /** Throws if a query was refused since the last call, whether or not the caller swallowed the error. */
  expectNoneRefused(): void {
    const [first] = refused
    refused = []
    if (first) throw first
  }
}
