import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type ImportReport, subscriberFiles } from '#contract/subscriber-files.ts'
import { writeIncoming } from '#files/incoming-file.ts'
import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { resolveTargets } from '../subscribing/resolve-targets.ts'
import { countRow, emptyReport, importBatch, noteLine, type Target } from './import-batch.ts'
import { type CsvRow, readCsv, type Stop } from './read-csv.ts'
import { type Candidate, type Columns, type Row, readColumns, readRow } from './read-row.ts'
import { SeenEmails } from './seen-emails.ts'

const batchSize = 1_000
const { mostBytes } = subscriberFiles.import.takesFile

type Sent = { type: string; bytes: number | undefined; body: AsyncIterable<Uint8Array> | null }
type Wanted = Omit<Target, 'category'> & { category?: string | undefined }
/** How many lines are done, and which share of the file they are, from 0 to 1. */
export type ImportProgress = { rows: number; share: number }
type OnProgress = (progress: ImportProgress) => void

/**
 * Subscribes the addresses of a CSV file to a list, without sending emails. Every thousand rows are a transaction: after an
 * interruption, importing the same file again does the rest.
 * @param onProgress called once the file has turned out to be readable, and every thousand lines
 * @throws Problem `bad_request` for another kind of file, `too_large`; StorageUnavailable.
 */
export async function importSubscribers(
  ctx: SignedInContext,
  sent: Sent,
  wanted: Wanted,
  onProgress: OnProgress = () => undefined,
): Promise<ImportReport> {
  const { type, bytes, body } = sent
  if (!/^(text\/(csv|plain)|application\/(csv|vnd\.ms-excel))\b/i.test(type) || !body) {
    throw new Problem('bad_request', { detail: 'Please send a CSV file, with its type: content-type text/csv' })
  }
  if (bytes !== undefined && bytes > mostBytes) throw tooLarge()
  const target = { ...wanted, category: await categoryOf(ctx, wanted) }
  return withFile(body, ctx.files.incoming, (file, size) => importFile(ctx, { file, size, onProgress }, target))
}

type Received = { file: string; size: number; onProgress: OnProgress }

async function importFile(
  ctx: SignedInContext,
  { file, size, onProgress }: Received,
  target: Target,
): Promise<ImportReport> {
  let bytesRead = 0
  const rows = readCsv(file, (bytes) => {
    bytesRead = bytes
  })
  const columns = readHeader((await rows.next()).value)
  if (!target.isDry) await record(ctx, 'subscribers_imported', target)
  const report = emptyReport(target.isDry, columns)
  const seen = new SeenEmails()
  let batch: Candidate[] = []
  const empty = async () => {
    for (const figure of batch.length > 0 ? await importBatch(ctx, batch, target) : []) countRow(report, figure)
    batch = []
  }
  for (let count = 0; ; count++) {
    if (count % batchSize === 0) onProgress({ rows: count, share: Math.min(1, bytesRead / size) })
    const { done, value } = await rows.next()
    if (done) {
      await empty()
      report.stopped = value ?? null
      break
    }
    const row = readRow(value.values, columns, ctx.now())
    if (isCandidate(row, value.line, { report, seen, target })) batch.push(row.candidate)
    if (batch.length === batchSize) await empty()
  }
  const { confirmed, unconfirmed, refused } = report
  const counts = { confirmed: `${confirmed}`, unconfirmed: `${unconfirmed}`, refused: `${refused}` }
  if (!target.isDry) await record(ctx, 'subscribers_import_ended', target, counts)
  return report
}

/** Counts rows that are not candidates, and notes the lines that an administrator should check. */
function isCandidate(
  row: Row,
  line: number,
  { report, seen, target }: { report: ImportReport; seen: SeenEmails; target: Target },
): row is Row & { kind: 'candidate' } {
  if (row.kind === 'refused') {
    countRow(report, 'refused')
    noteLine(report, { line, ...(row.email && { email: row.email }), reason: row.reason })
    return false
  }
  const { email } = row.kind === 'candidate' ? row.candidate : row
  if (!seen.add(email)) countRow(report, 'duplicates')
  else if (row.kind === 'not_subscribed') countRow(report, 'not_subscribed')
  else {
    const { hint } = row.candidate
    if (hint && target.isVouched) noteLine(report, { line, email, reason: hint })
    return true
  }
  return false
}

function readHeader(first: CsvRow | Stop | undefined): Columns {
  const columns = readColumns(first && 'values' in first ? first.values : [])
  if (columns.places.email !== undefined) return columns
  const detail = 'The first line of the file must name the columns, and one of them must be “email” or “Email Address”.'
  throw new Problem('bad_request', { detail, fields: { file: detail } })
}

async function categoryOf(ctx: SignedInContext, { category }: Wanted): Promise<string> {
  const [target] = await resolveTargets(ctx, { category })
  if (!target || !('category' in target)) throw new Error('A list of a category is one')
  return target.category
}

function record(
  ctx: SignedInContext,
  action: 'subscribers_imported' | 'subscribers_import_ended',
  { category, frequency, isVouched }: Target,
  counts: Record<string, string> = {},
): Promise<void> {
  const details = { category, frequency, vouched: `${isVouched}`, ...counts }
  return transaction(ctx.db, (tx) => recordAudit(ctx, tx, { action, details }))
}

/**
 * Saves an upload as a temporary file and acts on it, so that no slow connection keeps a transaction open. The job
 * `forget-unused-uploads` deletes the files of killed processes.
 * @throws Problem `too_large`, and `bad_request` if it breaks off; StorageUnavailable if the disk is full.
 */
async function withFile<T>(
  body: AsyncIterable<Uint8Array>,
  folder: string,
  act: (file: string, bytes: number) => Promise<T>,
): Promise<T> {
  const file = path.join(folder, randomUUID())
  try {
    let bytes = 0
    const takes = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > mostBytes) throw tooLarge()
      return true
    }
    await writeIncoming(body, file, { what: 'The file', takes })
    return await act(file, bytes)
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

function tooLarge(): Problem {
  return new Problem('too_large', { detail: `A file has at most ${mostBytes / 1024 / 1024} MB.` })
}
