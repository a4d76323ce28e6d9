import type { PgBoss } from 'pg-boss'
import { queueSchema } from './engine.ts'

/** Which of these queues have a job that can be done now: one question for all of them, answered from an index. */
export async function listReadyQueues(engine: PgBoss, names: string[]): Promise<string[]> {
  const text = `select queue.name from unnest($1::text[]) as queue (name) where exists (
    select 1 from ${queueSchema}.job
    where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
  )`
  const { rows } = (await engine.getDb().executeSql(text, [names])) as { rows: { name: string }[] }
  return rows.map(({ name }) => name)
}
