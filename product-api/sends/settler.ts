import type { Db } from '../db/client.ts'
import { type Settlement, settle } from './ledger-repository.ts'

export type Settler = {
  /** Resolves once it is committed; its caller sends nothing until then. */
  settle(settlement: Settlement): Promise<void>
}

type Options = { db: Db; now: () => Date; onFault: (fault: unknown) => void; retryMs?: number }

/**
 * Writes down what became of emails, as many in one commit as have ended in the meantime: a commit takes as long for
 * one as for a hundred. While the database is away it goes on trying: an email that went out and is not written down
 * would go out again.
 */
export function createSettler({ db, now, onFault, retryMs = 250 }: Options): Settler {
  let waiting: { settlement: Settlement; done: () => void }[] = []
  let isWriting = false

  async function write(): Promise<void> {
    // In a moment: what ends in the same turn is written together.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const settlements = batch.map(({ settlement }) => settlement)
      while (!(await isWritten(settlements))) await new Promise((resolve) => setTimeout(resolve, retryMs))
      for (const { done } of batch) done()
    }
    isWriting = false
  }

  async function isWritten(settlements: Settlement[]): Promise<boolean> {
    try {
      await settle(db, settlements, now())
      return true
    } catch (fault) {
      onFault(fault)
      return false
    }
  }

  return {
    settle: (settlement) =>
      new Promise((resolve) => {
        waiting.push({ settlement, done: resolve })
        if (isWriting) return
        isWriting = true
        void write()
      }),
  }
}
