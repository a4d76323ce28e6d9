import type { PgBoss } from 'pg-boss'
import { queueSchema } from './engine.ts'

/** Requeues jobs that were interrupted when an earlier process died. Only if no other process works on the database. */
export async function requeueInterrupted(engine: PgBoss, queue: string): Promise<void> {
  // Selected by id first: the table also has a day's finished jobs.
  const text = `select id from ${queueSchema}.job where name = $1 and state = 'active'`
  const { rows } = (await engine.getDb().executeSql(text, [queue])) as { rows: { id: string }[] }
  const cutOff = rows.map(({ id }) => id)
  if (cutOff.length === 0) return
  await engine.fail(queue, cutOff, { message: 'cut off' })
  for (const id of cutOff) await engine.update(queue, undefined, { id, startAfter: new Date() })
}

/**
 * Requeues jobs that were interrupted by an orderly stop of this process. It does not count as a try: frequent deploys
 * would use up a long job's tries. The engine must be stopped.
 */
export async function requeueStopped(engine: PgBoss, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  // Raises the limit rather than lowering the count: the count tells a late result from the next try's.
  const text = `update ${queueSchema}.job
    set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
    where id = any($1::uuid[]) and state in ('retry', 'failed')`
  await engine.getDb().executeSql(text, [ids])
}
