import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { SystemCheck } from '#contract/system.ts'
import type { Context } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { durationInWords } from '#platform/duration-in-words.ts'
import { findOldestWaiting } from '#platform/queue/job-records.ts'

export type SystemSettings = {
  DATABASE_URL?: string | undefined
  SMTP_URL?: string | undefined
  REDIS_URL?: string | undefined
  BACKUP_TO?: string | undefined
  S3?: { endpoint: string; bucket: string } | undefined
  DATA_DIR: string
}

type Parts = {
  settings: SystemSettings
  context: Pick<Context, 'db' | 'now' | 'limits' | 'provesBackups'> & { files: Pick<Context['files'], 'storage'> }
  /** Whether this process polls for jobs; absent if worker processes do. */
  works?: (() => boolean) | undefined
  /** A clock in milliseconds, by which an answer is timed. */
  clockMs?: () => number
}

const slowMs = 500
const fullShare = 0.05
const lateMs = 5 * 60_000

/** The checks of all parts, in the order in which administrators see them. */
export function systemChecks({ settings, context, works, clockMs = () => performance.now() }: Parts): PartCheck[] {
  return [
    { part: 'database', name: 'The database', check: () => checkDatabase(settings, context, clockMs) },
    { part: 'mail', name: `The mail server${at(settings.SMTP_URL)}`, check: () => checkMail(settings) },
    { part: 'storage', name: 'The storage', check: () => checkStorage(settings, context) },
    { part: 'redis', name: `Redis${at(settings.REDIS_URL)}`, check: async () => checkRedis(settings, context) },
    { part: 'queue', name: 'The queue', check: () => checkQueue(context, works) },
    { part: 'backups', name: 'The list of backups', check: () => checkBackups(settings, context) },
  ]
}

async function checkDatabase(
  { DATABASE_URL }: SystemSettings,
  { db }: Parts['context'],
  clockMs: () => number,
): Promise<CheckResult> {
  const begun = clockMs()
  const { version, bytes } = await measureDatabase(db)
  const tookMs = Math.round(clockMs() - begun)
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
  const { files: pictures, bytes, isAll } = await measureFiles(db, 'uploads')
  const speech = await measureFiles(db, 'podcast_audio', 'speech_segments')
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
    return {
      state: 'good',
      sentence: 'Not used: each process counts limits by itself. REDIS_URL would let several share their counts.',
    }
  if (limits.areShared()) return { state: 'good', sentence: `Redis${at(REDIS_URL)} answers.` }
  return { state: 'bad', sentence: `Redis${at(REDIS_URL)} isn’t responding, so each process counts limits by itself.` }
}

async function checkQueue({ db, now }: Parts['context'], works: Parts['works']): Promise<CheckResult> {
  const oldest = await findOldestWaiting(db)
  const where = works ? 'Jobs run in this process.' : 'Jobs run in worker processes.'
  if (works && !works()) return { state: 'bad', sentence: 'This process has stopped looking for jobs.' }
  const waitingMs = oldest ? now().getTime() - oldest.getTime() : 0
  if (waitingMs > lateMs) {
    const duration = durationInWords(60 * Math.floor(waitingMs / 60_000))
    return { state: 'bad', sentence: `A job has been waiting for ${duration}. Is a worker running?`, facts: [where] }
  }
  return { state: 'good', sentence: 'The queue works.', facts: [where] }
}

type ArchiveRun = { succeeded: boolean; endedAt: Date; file: string; bytes: number | null; sentence: string }

const oldDays = 8

async function checkBackups({ BACKUP_TO }: SystemSettings, context: Parts['context']): Promise<CheckResult> {
  const [backup, proof] = [await findLatestRun(context.db, 'backup'), await findLatestRun(context.db, 'proof')]
  const ago = ({ endedAt }: ArchiveRun) => {
    const seconds = Math.round((context.now().getTime() - endedAt.getTime()) / 1000)
    return seconds < 60 ? 'just now' : `${durationInWords(seconds)} ago`
  }
  const facts = [
    ...(backup ? [`${backup.file}, ${formatBytes(backup.bytes ?? 0)}`] : []),
    ...(proof ? [`${proof.file === backup?.file ? '' : `${proof.file} `}proved ${ago(proof)}`] : []),
    context.provesBackups
      ? 'the newest is proved every week'
      : `none is proved by itself${BACKUP_TO ? '' : ' (BACKUP_TO)'}`,
  ]
  if (proof && !proof.succeeded) return { state: 'bad', sentence: `The last proof failed. ${proof.sentence}.`, facts }
  if (!backup) return { state: 'hint', sentence: 'No backup has been made yet: “npm run backup” makes one.', facts }
  const made = `The last backup was made ${ago(backup)}`
  const isOld = context.now().getTime() - backup.endedAt.getTime() > oldDays * dayMs
  if (isOld) return { state: 'bad', sentence: `${made}.`, facts }
  if (!proof)
    return { state: 'hint', sentence: `${made}, and none has been proved: “npm run restore -- --check”.`, facts }
  return { state: 'good', sentence: `${made}. The last proof found: ${proof.sentence}.`, facts }
}

async function findLatestRun(db: Db, kind: 'backup' | 'proof'): Promise<ArchiveRun | undefined> {
  const { rows } = await db.execute<Omit<ArchiveRun, 'endedAt'> & { endedAt: string }>(sql`
    select succeeded, ended_at as "endedAt", file, bytes::float8 as bytes, sentence
    from archive_runs where kind = ${kind} order by ended_at desc limit 1`)
  const [run] = rows
  return run && { ...run, endedAt: new Date(run.endedAt) }
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

/** Counts stored files and sums up their sizes, up to a hundred thousand of each table. */
async function measureFiles(db: Db, ...tables: string[]): Promise<{ files: number; bytes: number; isAll: boolean }> {
  const counted = tables.map((table) => sql`(select bytes from ${sql.identifier(table)} limit ${countedMost})`)
  const { rows } = await db.execute<{ files: number; bytes: number }>(sql`
    select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes
    from (${sql.join(counted, sql` union all `)}) as counted`)
  const { files, bytes } = rows[0] ?? { files: 0, bytes: 0 }
  return { files, bytes, isAll: files < countedMost }
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** E.g. `1.5 GB`. */
function formatBytes(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1_000 ** power
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${units[power]}`
}

type CheckResult = Pick<SystemCheck, 'state' | 'sentence'> & { facts?: string[] }

/** The check of one part of the product. Throwing counts as `bad`. Its sentences must not contain secrets. */
export type PartCheck = {
  part: SystemCheck['part']
  /** The subject of the sentence about a failure, e.g. `The database`. */
  name: string
  check: () => Promise<CheckResult>
}

/** Runs all checks in parallel, each with its own timeout. */
export function runSystemChecks(parts: readonly PartCheck[], timeoutMs = 2_000): Promise<SystemCheck[]> {
  return Promise.all(parts.map((part) => checkPart(part, timeoutMs)))
}

async function checkPart({ part, name, check }: PartCheck, timeoutMs: number): Promise<SystemCheck> {
  const timeout = Promise.withResolvers<CheckResult>()
  const sentence = `${name} didn’t answer within ${timeoutMs / 1000} seconds.`
  const timer = setTimeout(() => timeout.resolve({ state: 'bad', sentence }), timeoutMs)
  try {
    const { facts = [], ...result } = await Promise.race([check(), timeout.promise])
    return { part, ...result, facts }
  } catch (fault) {
    return { part, state: 'bad', sentence: `${name} isn’t working${reasonOf(fault)}.`, facts: [] }
  } finally {
    clearTimeout(timer)
  }
}

const reasons = new Map([
  ['ECONNREFUSED', 'nothing is listening there'],
  ['ENOTFOUND', 'the host does not exist'],
  ['EDNS', 'the host does not exist'],
  ['EAI_AGAIN', 'its name can’t be looked up'],
  ['ETIMEDOUT', 'it didn’t answer in time'],
  ['ECONNECTION', 'no connection can be made'],
  ['ESOCKET', 'no connection can be made'],
  ['ECONNRESET', 'it closed the connection'],
  ['EAUTH', 'it doesn’t accept the user name and password'],
  ['ETLS', 'the connection can’t be encrypted'],
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'we may not write to it'],
])

/** Uses only the error's code: its message may contain an address with a password. */
function reasonOf(fault: unknown): string {
  for (let at = fault; typeof at === 'object' && at !== null; at = (at as Error).cause) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string') return `: ${reasons.get(code) ?? code}`
  }
  return ''
}
