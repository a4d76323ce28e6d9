import type { Db } from './client.ts'

const afterCommits = new WeakMap<Db, (() => void)[]>()

/**
 * Runs a use case in one transaction: committed when `run` returns, rolled back when it throws. Inside, only `tx` may be
 * asked; the embedded database serves one transaction at a time and would wait for itself.
 */
export async function transaction<T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> {
  const actions: (() => void)[] = []
  const result = await db.transaction(async (tx) => {
    afterCommits.set(tx, actions)
    return run(tx)
  })
  for (const act of actions) act()
  return result
}

/** Does something once the transaction is committed, and nothing where it is rolled back. */
export function afterCommit(tx: Db, act: () => void): void {
  const actions = afterCommits.get(tx)
  if (!actions) throw new Error('This is no transaction of transaction()')
  actions.push(act)
}
