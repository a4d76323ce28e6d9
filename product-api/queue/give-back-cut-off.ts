import type { PgBoss } from 'pg-boss'
import { queueSchema } from './engine.ts'

/**
 * Lets jobs that an earlier process was cut off from run again immediately; only if no one else works on the database.
 */
export async function giveBackCutOff(engine: PgBoss, queue: string): Promise<void> {
  // By their ids alone: a day's finished jobs are in the same table.
  const text = `select id from ${queueSchema}.job where name = $1 and state = 'active'`
  const { rows } = (await engine.getDb().executeSql(text, [queue])) as { rows: { id: string }[] }
  const cutOff = rows.map(({ id }) => id)
  if (cutOff.length === 0) return
  await engine.fail(queue, cutOff, { message: 'cut off' })
  for (const id of cutOff) await engine.update(queue, undefined, { id, startAfter: new Date() })
}
