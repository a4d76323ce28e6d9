import type { Db } from '../db/client.ts'
import { type Settlement, settle } from './ledger-repository.ts'

export type Settler = {
  /**
   * Resolves once it is committed; until then its caller neither sends this email nor takes another one.
   * @returns whether the recipient was still this process's; if not, nothing was written down.
   */
  settle(settlement: Settlement): Promise<boolean>
}

type Options = { db: Db; now: () => Date; onFault: (fault: unknown) => void; retryMs?: number }
type Waiting = { settlement: Settlement; done: (isWritten: boolean) => void }

/**
 * Writes down which emails are begun and what became of them, as many in one commit as there are in the meantime: a
 * commit takes as long for one as for a hundred. While the database is away it goes on trying: an email that went out
 * and is not written down would go out again.
 */
export function createSettler({ db, now, onFault, retryMs = 250 }: Options): Settler {
  /** By recipient: a beginning that waits is overtaken by the end of the same try. */
  let waiting = new Map<string, Waiting>()
  let isWriting = false

  async function write(): Promise<void> {
    // In a moment: what ends in the same turn is written together.
    await Promise.resolve()
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      const settlements = [...batch.values()].map(({ settlement }) => settlement)
      let written = await writtenOf(settlements)
      while (!written) {
        await new Promise((resolve) => setTimeout(resolve, retryMs))
        written = await writtenOf(settlements)
      }
      for (const [key, { done }] of batch) done(written.has(key))
    }
    isWriting = false
  }

  async function writtenOf(settlements: Settlement[]): Promise<Set<string> | undefined> {
    try {
      return new Set((await settle(db, settlements, now())).map(keyOf))
    } catch (fault) {
      onFault(fault)
      return undefined
    }
  }

  return {
    settle: (settlement) =>
      new Promise((resolve) => {
        const key = keyOf(settlement)
        waiting.get(key)?.done(false)
        waiting.set(key, { settlement, done: resolve })
        if (isWriting) return
        isWriting = true
        void write()
      }),
  }
}

function keyOf({ sendId, subscriberId }: Pick<Settlement, 'sendId' | 'subscriberId'>): string {
  return `${sendId} ${subscriberId}`
}
