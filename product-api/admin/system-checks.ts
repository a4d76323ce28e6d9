import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { durationInWords } from '#platform/duration-in-words.ts'
import { findOldestWaiting } from '#platform/queue/job-records.ts'
import type { CheckResult, PartCheck } from './run-system-checks.ts'

export type SystemSettings = {
  DATABASE_URL?: string | undefined
  SMTP_URL?: string | undefined
  REDIS_URL?: string | undefined
  S3?: { endpoint: string; bucket: string } | undefined
  DATA_DIR: string
}

type Parts = {
  settings: SystemSettings
  context: Pick<Context, 'db' | 'now' | 'limits'> & { files: Pick<Context['files'], 'storage'> }
  /** Whether this process polls for jobs; absent if worker processes do. */
  works?: (() => boolean) | undefined
}

const slowMs = 500
const fullShare = 0.05
const lateMs = 5 * 60_000

/** The checks of all parts, in the order in which administrators see them. */
export function systemChecks({ settings, context, works }: Parts): PartCheck[] {
  return [
    { part: 'database', name: 'The database', check: () => checkDatabase(settings, context) },
    { part: 'mail', name: `The mail server${at(settings.SMTP_URL)}`, check: () => checkMail(settings) },
    { part: 'storage', name: 'The storage', check: () => checkStorage(settings, context) },
    { part: 'redis', name: `Redis${at(settings.REDIS_URL)}`, check: async () => checkRedis(settings, context) },
    { part: 'queue', name: 'The queue', check: () => checkQueue(context, works) },
  ]
}

async function checkDatabase({ DATABASE_URL }: SystemSettings, { db }: Parts['context']): Promise<CheckResult> {
  const begun = performance.now()
  const { version, bytes } = await measureDatabase(db)
  const tookMs = Math.round(performance.now() - begun)
  const facts = [`PostgreSQL ${version}`, `${formatBytes(bytes)} on the disk`, `answered in ${tookMs} ms`]
  const where = DATABASE_URL ? `The database${at(DATABASE_URL)}` : 'The embedded database'
  if (tookMs > slowMs) return { state: 'hint', sentence: `${where} works, but is slow.`, facts }
  return { state: 'good', sentence: `${where} works.`, facts }
}

async function checkMail({ SMTP_URL: url, DATA_DIR }: SystemSettings): Promise<CheckResult> {
  if (!url) return checkOutbox(DATA_DIR)
  const timeouts = { connectionTimeout: 1_500, greetingTimeout: 1_500, socketTimeout: 1_500, dnsTimeout: 1_500 }
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.verify()
    return { state: 'good', sentence: `The mail server${at(url)} accepts emails.` }
  } finally {
    transport.close()
  }
}

/** Checks the folder that emails are saved to without a mail server. */
async function checkOutbox(dataDir: string): Promise<CheckResult> {
  const folder = path.join(dataDir, 'outbox')
  try {
    // The folder is created with the first email, so it may not exist yet.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch {
    return { state: 'bad', sentence: 'No mail server is set (SMTP_URL), and emails can’t be saved to the outbox.' }
  }
  return { state: 'hint', sentence: 'No mail server is set (SMTP_URL), so emails are saved to the outbox.' }
}

async function checkStorage(
  { S3, DATA_DIR }: SystemSettings,
  { db, files: { storage } }: Parts['context'],
): Promise<CheckResult> {
  const { pictures, bytes, isAll } = await measureUploads(db)
  const speech = await measureSpeech(db)
  const spoken = `${formatBytes(speech.bytes)} of speech${speech.isAll ? '' : ' and more'}`
  const shown = `${isAll ? '' : 'more than '}${pictures.toLocaleString('en-GB')} ${pictures === 1 ? 'picture' : 'pictures'}, ${formatBytes(bytes)} in their largest size`
  const used = [shown, spoken]
  // Always the same name, so that interrupted checks leave one file at most.
  const name = 'system-check'
  const sent = randomBytes(16)
  await storage.put(name, sent, 'application/octet-stream')
  const found = await storage.get(name)
  const isSame = found !== undefined && (await buffer(found.content)).length === sent.length
  await storage.delete(name)
  if (!isSame) return { state: 'bad', sentence: 'The storage doesn’t return the files it was given.', facts: used }
  if (S3) return { state: 'good', sentence: `The bucket ${S3.bucket}${at(S3.endpoint)} accepts files.`, facts: used }
  const { bavail, blocks, bsize } = await statfs(DATA_DIR)
  const facts = [...used, `${formatBytes(bavail * bsize)} of ${formatBytes(blocks * bsize)} are free`]
  if (bavail < blocks * fullShare) return { state: 'bad', sentence: 'The disk is nearly full.', facts }
  return { state: 'good', sentence: 'The disk accepts files.', facts }
}

function checkRedis({ REDIS_URL }: SystemSettings, { limits }: Parts['context']): CheckResult {
  if (!REDIS_URL)
    return { state: 'good', sentence: 'No Redis is set (REDIS_URL), so each process counts limits by itself.' }
  if (limits.areShared()) return { state: 'good', sentence: `Redis${at(REDIS_URL)} answers.` }
  return { state: 'bad', sentence: `Redis${at(REDIS_URL)} isn’t responding, so each process counts limits by itself.` }
}

async function checkQueue({ db, now }: Parts['context'], works: Parts['works']): Promise<CheckResult> {
  const oldest = await findOldestWaiting(db)
  const where = works ? 'Jobs run in this process.' : 'Jobs run in worker processes.'
  if (works && !works()) return { state: 'bad', sentence: 'This process has stopped looking for jobs.' }
  const waitingMs = oldest ? now().getTime() - oldest.getTime() : 0
  if (waitingMs > lateMs) {
    return {
      state: 'bad',
      sentence: `A job has been waiting for ${durationInWords(60 * Math.floor(waitingMs / 60_000))}. Is a worker running?`,
      facts: [where],
    }
  }
  return { state: 'good', sentence: 'The queue works.', facts: [where] }
}

/** Only the host, without credentials. */
function at(url: string | undefined): string {
  const host = url && URL.parse(url)?.host
  return host ? ` at ${host}` : ''
}

async function measureDatabase(db: Db): Promise<{ version: string; bytes: number }> {
  const { rows } = await db.execute<{ version: string; bytes: number }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`)
  return rows[0] ?? { version: '', bytes: 0 }
}

const countedMost = 100_000

/** Counts uploaded pictures, up to a hundred thousand. */
async function measureUploads(db: Db): Promise<{ pictures: number; bytes: number; isAll: boolean }> {
  const { rows } = await db.execute<{ pictures: number; bytes: number }>(sql`
    select count(*)::int as pictures, coalesce(sum(bytes), 0)::float8 as bytes
    from (select bytes from uploads limit ${countedMost}) as counted`)
  const { pictures, bytes } = rows[0] ?? { pictures: 0, bytes: 0 }
  return { pictures, bytes, isAll: pictures < countedMost }
}

/** Sums up the stored speech: up to a hundred thousand audio files, and as many segments. */
async function measureSpeech(db: Db): Promise<{ bytes: number; isAll: boolean }> {
  const { rows } = await db.execute<{ files: number; bytes: number }>(sql`
    select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from (
      (select bytes from podcast_audio limit ${countedMost})
      union all (select bytes from speech_segments limit ${countedMost})
    ) as counted`)
  const { files, bytes } = rows[0] ?? { files: 0, bytes: 0 }
  return { bytes, isAll: files < countedMost }
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** E.g. `1.5 GB`. */
function formatBytes(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1_000 ** power
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${units[power]}`
}
