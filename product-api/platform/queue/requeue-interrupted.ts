import type { PgBoss } from 'pg-boss'
import { queueSchema } from './engine.ts'

/**
 * Lets jobs that an earlier process was cut off from run again immediately; only if no one else works on the database.
 */
export async function requeueInterrupted(engine: PgBoss, queue: string): Promise<void> {
  // By their ids alone: a day's finished jobs are in the same table.
  const text = `select id from ${queueSchema}.job where name = $1 and state = 'active'`
  const { rows } = (await engine.getDb().executeSql(text, [queue])) as { rows: { id: string }[] }
  const cutOff = rows.map(({ id }) => id)
  if (cutOff.length === 0) return
  await engine.fail(queue, cutOff, { message: 'cut off' })
  for (const id of cutOff) await engine.update(queue, undefined, { id, startAfter: new Date() })
}

/**
 * Lets jobs that an orderly stop of this process cut off run again immediately, elsewhere or after its start. It costs
 * them no try: frequent deploys would use up those of a long job. The engine must be stopped.
 */
export async function requeueStopped(engine: PgBoss, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  // One more try, not one fewer counted: by its number a result that comes late is told from the next try's.
  const text = `update ${queueSchema}.job
    set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
    where id = any($1::uuid[]) and state in ('retry', 'failed')`
  await engine.getDb().executeSql(text, [ids])
}
