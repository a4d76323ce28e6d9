import { type Db as JobDatabase, PgBoss } from 'pg-boss'
import { legacyQueue, optionsOf, queueNames } from './queues.ts'

export const queueSchema = 'pgboss'

/** pg-boss over a database; `works`: whether this process does jobs, and so looks after their tables and the schedules. */
export function createEngine(db: JobDatabase, { works }: { works: boolean }): PgBoss {
  return new PgBoss({
    db,
    schema: queueSchema,
    supervise: works,
    schedule: works,
    // How soon it is seen that a process was killed: its jobs go on elsewhere.
    superviseIntervalSeconds: 20,
    monitorIntervalSeconds: 20,
    maintenanceIntervalSeconds: 60 * 60,
    // What the calendar says may come half a minute later; else this look comes every five seconds.
    cronWorkerIntervalSeconds: 30,
    // No job waits for another one here; this look would come every five seconds.
    flowIntervalSeconds: 60 * 60,
    // Rebuilding indexes and watching the vacuum are the database's own business, and the embedded one's maintenance.
    reindex: false,
    monitorVacuum: false,
  })
}

/** Starts it with the settings of this program, creating its tables and our queues if they don't exist yet. */
export async function startEngine(engine: PgBoss): Promise<void> {
  await engine.start()
  const found = new Map((await engine.getQueues()).map((queue) => [queue.name, queue]))
  for (const name of queueNames) {
    const options = optionsOf(name)
    const there = found.get(name)
    if (!there) await engine.createQueue(name, options)
    else if (Object.entries(options).some(([key, value]) => there[key as keyof typeof options] !== value))
      await engine.updateQueue(name, options)
  }
  for (const name of [...queueNames, ...(found.has(legacyQueue) ? [legacyQueue] : [])]) await warm(engine, name)
}

/**
 * Fills the engine's cache: it would do so inside the first transaction that sends, over a connection beside it, and on the
 * embedded database wait for that transaction for ever.
 */
async function warm(engine: PgBoss, name: string): Promise<void> {
  await engine.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
}
