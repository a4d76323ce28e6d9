import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { DatabasePool, type Patience } from '#platform/db/pool.ts'

/** The transaction that the caller is inside of; shared by every pool of a test. */
const inside = new AsyncLocalStorage<{ isOpen: boolean } | undefined>()
let refused: Error[] = []

/**
 * A pool that refuses queries made inside one of its own open transactions: they have to go through `tx`. The embedded
 * database runs one transaction at a time, so such a query would wait for itself; a native one would answer it from
 * outside of the transaction.
 */
export class GuardedPool extends DatabasePool {
  override async runInside<T>(run: () => Promise<T>): Promise<T> {
    const transaction = { isOpen: true }
    try {
      return await inside.run(transaction, run)
    } finally {
      // Work that the transaction started and did not wait for may use the pool afterwards.
      transaction.isOpen = false
    }
  }

  override async connectWithin(patience: Patience): Promise<pg.PoolClient> {
    if (inside.getStore()?.isOpen) {
      const fault = new Error('The pool was asked inside an open transaction: pass on `tx` and ask that')
      refused.push(fault)
      throw fault
    }
    return super.connectWithin(patience)
  }

  /** Lets a test act as another process would while its transaction is open. */
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
