import { type Db as JobDatabase, PgBoss } from 'pg-boss'
import { legacyQueue, optionsOf, queueNames, queueSchema } from './queues.ts'

/** pg-boss on our database; `works`: whether this process runs jobs, and so maintains their tables and schedules. */
export function createEngine(db: JobDatabase, { works }: { works: boolean }): PgBoss {
  return new PgBoss({
    db,
    schema: queueSchema,
    supervise: works,
    schedule: works,
    // How soon the jobs of a killed process continue elsewhere.
    superviseIntervalSeconds: 20,
    monitorIntervalSeconds: 20,
    maintenanceIntervalSeconds: 60 * 60,
    // Scheduled jobs may start half a minute late; the default polls every five seconds.
    cronWorkerIntervalSeconds: 30,
    // We have no jobs that depend on others; the default polls every five seconds.
    flowIntervalSeconds: 60 * 60,
    // The database server, or the maintenance of the embedded one, does this.
    reindex: false,
    monitorVacuum: false,
  })
}

/** Starts pg-boss with our settings, creating its tables and our queues if they are missing. */
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
 * Fills pg-boss's cache. It would otherwise do so inside the first transaction that enqueues, over a second connection,
 * which on the embedded database waits for that transaction forever.
 */
async function warm(engine: PgBoss, name: string): Promise<void> {
  await engine.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
}
