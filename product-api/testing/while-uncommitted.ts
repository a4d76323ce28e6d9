import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { api } from './api.ts'

/**
 * Runs `first` in a transaction, starts `other`, and commits once `other` is done or waits for a lock; `meanwhile`: what
 * to look at in that moment.
 */
export async function whileUncommitted<T>(
  first: (tx: Db) => Promise<unknown>,
  other: () => Promise<T>,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<T> {
  const { context, pool } = api()
  const others: Promise<PromiseSettledResult<T>[]>[] = []
  await transaction(context.db, async (tx) => {
    await first(tx)
    let waitsOrIsDone = false
    others.push(
      Promise.allSettled([pool.outside(other)]).finally(() => {
        waitsOrIsDone = true
      }),
    )
    while (!waitsOrIsDone) {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      const { rows } = await pool.outside(() => pool.query(waiting))
      waitsOrIsDone ||= rows.length > 0
    }
    await meanwhile()
  })
  const [done] = (await Promise.all(others)).flat()
  if (done?.status !== 'fulfilled') throw done?.reason
  return done.value
}
