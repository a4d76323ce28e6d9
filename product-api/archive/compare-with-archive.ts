import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ArchiveKey } from './encryption.ts'
import type { Manifest } from './manifest.ts'
import { readLines, readPart } from './read-rows.ts'
import { listParts, type Part, selectLines } from './tables.ts'
import { waitingJobs } from './waiting-jobs.ts'

/**
 * Reads a restored database, in a transaction of the caller, and compares the count and the sum of each table with those
 * of its archive; only the counts if the rows were migrated.
 * @param without tables that were changed on purpose.
 * @returns the names of the tables that differ.
 */
export async function compareWithArchive(
  client: pg.Client,
  { parts: archived, jobs }: Manifest,
  { key, without, isMigrated }: { key: ArchiveKey | undefined; without: ReadonlySet<string>; isMigrated: boolean },
): Promise<string[]> {
  const parts = new Map((await listParts(client)).map((part) => [nameOf(part), part]))
  const different: string[] = []
  for (const record of archived) {
    if (without.has(record.table) || (record.isSecret && !key)) continue
    const part = parts.get(nameOf(record))
    const hash = record.isSecret && key ? key.sum() : createHash('sha256')
    const isSame = isMigrated
      ? !part || (await countRows(client, part)) === record.rows
      : part && (await isSameLines(readPart(client, { ...part, columns: record.columns }), record, hash))
    if (!isSame) different.push(record.table)
  }
  if (!(await isSameLines(readLines(client, waitingJobs), jobs, createHash('sha256')))) different.push('jobs')
  return different
}

function nameOf({ table, isSecret }: Pick<Part, 'table' | 'isSecret'>): string {
  return `${table} ${isSecret}`
}

async function countRows(client: pg.Client, part: Part): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::float8 as count from (${selectLines(part)}) as rows`,
  )
  return rows[0]?.count ?? 0
}

type Hash = { update(text: string): unknown; digest(form: 'hex'): string }
type Sum = { rows: number; sum: string }

async function isSameLines(batches: AsyncIterable<string[]>, { rows, sum }: Sum, hash: Hash): Promise<boolean> {
  let count = 0
  for await (const lines of batches) {
    count += lines.length
    for (const line of lines) hash.update(`${line}\n`)
  }
  return count === rows && hash.digest('hex') === sum
}
