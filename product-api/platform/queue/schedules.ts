import type { PgBoss } from 'pg-boss'
import { jobs, type WaitingJob } from './jobs.ts'

/**
 * Writes this version's schedules into the database. Whichever process polls first enqueues a due job; a time that
 * passed while none ran is caught up once.
 */
export async function syncSchedules(engine: PgBoss): Promise<void> {
  const kept = new Set<string>()
  for (const [name, kind] of Object.entries(jobs)) {
    if (!('cron' in kind)) continue
    const waiting: WaitingJob = { job: name, payload: {} }
    await engine.schedule(kind.queue, kind.cron, waiting, { key: name, missed: 'once' })
    kept.add(`${kind.queue} ${name}`)
  }
  // Compared by queue too: a job that has moved to another queue would be enqueued in both.
  for (const { name, key } of await engine.getSchedules()) {
    if (!kept.has(`${name} ${key}`)) await engine.unschedule(name, key)
  }
}
