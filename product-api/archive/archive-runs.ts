import path from 'node:path'
import type pg from 'pg'
import { newId } from '#platform/db/id.ts'

/** An archive that was made, or proved restorable, or not. */
export type ArchiveRun = {
  kind: 'backup' | 'export' | 'proof'
  succeeded: boolean
  /** Where it is; only its name is noted. */
  file: string
  bytes?: number | undefined
  tookMs: number
  /** The outcome, for administrators. */
  sentence: string
}

/** Notes a run, and forgets those of more than a year ago. Does nothing in a database of an earlier version. */
export async function noteArchiveRun(client: pg.Client, run: ArchiveRun, now: Date): Promise<void> {
  const { rows } = await client.query<{ table: string | null }>("select to_regclass('archive_runs')::text as table")
  if (!rows[0]?.table) return
  const { kind, succeeded, file, bytes, tookMs, sentence } = run
  await client.query(
    `insert into archive_runs (id, kind, ended_at, took_ms, succeeded, file, bytes, sentence)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [newId(now), kind, now, Math.round(tookMs), succeeded, path.basename(file), bytes ?? null, sentence],
  )
  await client.query("delete from archive_runs where ended_at < $1::timestamptz - interval '1 year'", [now])
}
