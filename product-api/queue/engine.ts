import { type Db as JobDatabase, PgBoss } from 'pg-boss'

export const queueSchema = 'pgboss'

/** Where every job waits; its name and its payload are in it. */
export const queueName = 'jobs'

/** The first try, and ten more over some hours: a mail server that is away for an evening loses no mail. */
const queueOptions = {
  retryLimit: 10,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 60 * 60,
  // A process that was killed holds its jobs no longer than this.
  expireInSeconds: 2 * 60,
  deleteAfterSeconds: 24 * 60 * 60,
}

/** pg-boss over a database; `supervise` lets it look after its tables once in a while. */
export function createEngine(db: JobDatabase, { supervise }: { supervise: boolean }): PgBoss {
  return new PgBoss({
    db,
    schema: queueSchema,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 60,
    maintenanceIntervalSeconds: 60 * 60,
    // No job waits for another one here; this look would come every five seconds.
    flowIntervalSeconds: 60 * 60,
    // Rebuilding indexes and watching the vacuum are the database's own business, and the embedded one's maintenance.
    reindex: false,
    monitorVacuum: false,
  })
}

/** Starts it, making its tables and our queue where they are not there yet. */
export async function startEngine(engine: PgBoss): Promise<void> {
  await engine.start()
  if (!(await engine.getQueue(queueName))) await engine.createQueue(queueName, queueOptions)
  // Fills its cache of queues: it would do so inside the first transaction that sends, over a connection beside it, and
  // on the embedded database wait for that transaction for ever.
  await engine.findJobs(queueName, { id: '00000000-0000-0000-0000-000000000000' })
}
