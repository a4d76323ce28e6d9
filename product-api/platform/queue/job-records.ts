import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { TimePlace } from '../db/paging.ts'
import { legacyQueue, queueNames, queueSchema } from './queues.ts'

// pg-boss has calls for acting on jobs, but none for listing by state or for up-to-date counts.

const table = sql.raw(`${queueSchema}.job`)
const names: readonly string[] = [...queueNames, legacyQueue]
const known = sql`${sql.param(names)}::text[]`

type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
export type QueueCounts = { name: string; waiting: number; later: number; active: number; failed: number }
export type LockedJob = { queue: string; data: unknown; state: JobState; isForLater: boolean }
export type JobRecord = {
  id: string
  queue: string
  data: unknown
  state: 'failed' | 'retry'
  tries: number
  createdAt: Date
  /** When it failed for good. */
  failedAt: Date | null
  /** When it is tried again. */
  nextTryAt: Date
  output: unknown
}

export function isQueue(name: string): boolean {
  return names.includes(name)
}

/** Counts each queue's jobs: waiting, scheduled for later, active, failed. */
export async function countJobs(db: Db): Promise<QueueCounts[]> {
  const { rows } = await db.execute<QueueCounts>(sql`
    select name,
      count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
      count(*) filter (where state < 'active' and start_after > now())::int as later,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed
    from ${table} where name = any(${known}) and state not in ('completed', 'cancelled') group by name`)
  const found = new Map(rows.map((counts) => [counts.name, counts]))
  const present = queueNames.map((name) => found.get(name) ?? { name, waiting: 0, later: 0, active: 0, failed: 0 })
  const former = found.get(legacyQueue)
  return former ? [...present, former] : present
}

/** The queues with jobs that wait, and when the one that has waited longest became ready. */
export async function listQueueAges(db: Db): Promise<{ queue: string; since: Date }[]> {
  const { rows } = await db.execute<{ queue: string; since: number }>(sql`
    select name as queue, ${inSeconds(sql`min(start_after)`)} as since from ${table}
    where name = any(${known}) and state < 'active' and not blocked and start_after <= now() group by name`)
  return rows.map(({ queue, since }) => ({ queue, since: timeOf(since) }))
}

/** When a process last looked for planned jobs, as each one that runs jobs does every minute; undefined if never. */
export async function readLastPlanning(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: number | null }>(sql`
    select ${inSeconds(sql`max(cron_on)`)} as at from ${sql.raw(`${queueSchema}.version`)}`)
  const at = rows[0]?.at
  return typeof at === 'number' ? timeOf(at) : undefined
}

type Wanted = { state: JobRecord['state']; after: TimePlace | undefined; limit: number }
type Times = { created: number; failed: number | null; next: number }
type Row = Pick<JobRecord, 'id' | 'queue' | 'data' | 'tries' | 'output'> & Times

/** The newest first. */
export async function listJobs(db: Db, { state, after, limit }: Wanted): Promise<JobRecord[]> {
  // Truncated to milliseconds, like the cursor.
  const created = sql`date_trunc('milliseconds', created_on)`
  const isOlder = after
    ? sql`and (${created}, id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await db.execute<Row>(sql`
    select id, name as queue, data, retry_count + 1 as tries, output,
      ${inSeconds(created)} as created, ${inSeconds(sql`completed_on`)} as failed, ${inSeconds(sql`start_after`)} as next
    from ${table}
    where name = any(${known}) and ${state === 'failed' ? sql`state = 'failed'` : sql`state = 'retry'`} ${isOlder}
    order by ${created} desc, id desc limit ${limit}`)
  return rows.map(({ created, failed, next, ...job }) => ({
    ...job,
    state,
    createdAt: timeOf(created),
    failedAt: failed === null ? null : timeOf(failed),
    nextTryAt: timeOf(next),
  }))
}

/** Locks the job until the transaction ends, so that no worker fetches it. */
export async function findJobForUpdate(tx: Db, id: string): Promise<LockedJob | undefined> {
  const { rows } = await tx.execute<LockedJob>(sql`
    select name as queue, data, state, start_after > now() as "isForLater"
    from ${table} where name = any(${known}) and id = ${id}::uuid for update`)
  return rows[0]
}

/** Locks these jobs until the transaction ends; skips those that are locked already. */
export async function listFailedIds(tx: Db, queue: string, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${table} where name = ${queue} and state = 'failed' limit ${limit} for update skip locked`)
  return rows.map(({ id }) => id)
}

function inSeconds(time: SQL): SQL {
  return sql`extract(epoch from ${time})::float8`
}

function timeOf(seconds: number): Date {
  return new Date(Math.round(seconds * 1000))
}
