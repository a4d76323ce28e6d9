import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import type { Context } from '#platform/context.ts'
import { durationInWords } from '#platform/duration-in-words.ts'
import { findOldestWaiting } from '#platform/queue/job-records.ts'
import { formatBytes } from './system/format-bytes.ts'
import { measureDatabase, measureSpeech, measureUploads } from './system/repository.ts'
import type { Finding, PartCheck } from './system-check.ts'

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
  /** Whether this process looks for jobs; absent if others do. */
  works?: (() => boolean) | undefined
}

const slowMs = 500
const fullShare = 0.05
const lateMs = 5 * 60_000

/** What is looked at, one after the other as administrators read it. */
export function systemParts({ settings, context, works }: Parts): PartCheck[] {
  return [
    { part: 'database', name: 'The database', look: () => lookAtDatabase(settings, context) },
    { part: 'mail', name: `The mail server${at(settings.SMTP_URL)}`, look: () => lookAtMail(settings) },
    { part: 'storage', name: 'The storage', look: () => lookAtStorage(settings, context) },
    { part: 'redis', name: `Redis${at(settings.REDIS_URL)}`, look: async () => lookAtRedis(settings, context) },
    { part: 'queue', name: 'The queue', look: () => lookAtQueue(context, works) },
  ]
}

async function lookAtDatabase({ DATABASE_URL }: SystemSettings, { db }: Parts['context']): Promise<Finding> {
  const begun = performance.now()
  const { version, bytes } = await measureDatabase(db)
  const tookMs = Math.round(performance.now() - begun)
  const facts = [`PostgreSQL ${version}`, `${formatBytes(bytes)} on the disk`, `answered in ${tookMs} ms`]
  const where = DATABASE_URL ? `The database${at(DATABASE_URL)}` : 'The embedded database'
  if (tookMs > slowMs) return { state: 'hint', sentence: `${where} works, but is slow.`, facts }
  return { state: 'good', sentence: `${where} works.`, facts }
}

async function lookAtMail({ SMTP_URL: url, DATA_DIR }: SystemSettings): Promise<Finding> {
  if (!url) return lookAtOutbox(DATA_DIR)
  const timeouts = { connectionTimeout: 1_500, greetingTimeout: 1_500, socketTimeout: 1_500, dnsTimeout: 1_500 }
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.verify()
    return { state: 'good', sentence: `The mail server${at(url)} accepts emails.` }
  } finally {
    transport.close()
  }
}

/** Used without a mail server. */
async function lookAtOutbox(dataDir: string): Promise<Finding> {
  const folder = path.join(dataDir, 'outbox')
  try {
    // Made with the first email, as it would be now.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch {
    return { state: 'bad', sentence: 'No mail server is set (SMTP_URL), and emails can’t be saved to the outbox.' }
  }
  return { state: 'hint', sentence: 'No mail server is set (SMTP_URL), so emails are saved to the outbox.' }
}

async function lookAtStorage(
  { S3, DATA_DIR }: SystemSettings,
  { db, files: { storage } }: Parts['context'],
): Promise<Finding> {
  const { pictures, bytes, isAll } = await measureUploads(db)
  const speech = await measureSpeech(db)
  const spoken = `${formatBytes(speech.bytes)} of speech${speech.isAll ? '' : ' and more'}`
  const shown = `${isAll ? '' : 'more than '}${pictures.toLocaleString('en-GB')} ${pictures === 1 ? 'picture' : 'pictures'}, ${formatBytes(bytes)} in their largest size`
  const used = [shown, spoken]
  // Always of one name: what is cut off leaves one file and no more.
  const name = 'system-check'
  const sent = randomBytes(16)
  await storage.put(name, sent, 'application/octet-stream')
  const kept = await storage.get(name)
  const isSame = kept !== undefined && (await buffer(kept.content)).length === sent.length
  await storage.delete(name)
  if (!isSame) return { state: 'bad', sentence: 'The storage doesn’t return the files it was given.', facts: used }
  if (S3) return { state: 'good', sentence: `The bucket ${S3.bucket}${at(S3.endpoint)} accepts files.`, facts: used }
  const { bavail, blocks, bsize } = await statfs(DATA_DIR)
  const facts = [...used, `${formatBytes(bavail * bsize)} of ${formatBytes(blocks * bsize)} are free`]
  if (bavail < blocks * fullShare) return { state: 'bad', sentence: 'The disk is nearly full.', facts }
  return { state: 'good', sentence: 'The disk accepts files.', facts }
}

function lookAtRedis({ REDIS_URL }: SystemSettings, { limits }: Parts['context']): Finding {
  if (!REDIS_URL)
    return { state: 'good', sentence: 'No Redis is set (REDIS_URL), so each process counts limits by itself.' }
  if (limits.areShared()) return { state: 'good', sentence: `Redis${at(REDIS_URL)} answers.` }
  return { state: 'bad', sentence: `Redis${at(REDIS_URL)} isn’t responding, so each process counts limits by itself.` }
}

async function lookAtQueue({ db, now }: Parts['context'], works: Parts['works']): Promise<Finding> {
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

/** Of an address with a user and a password the host alone. */
function at(url: string | undefined): string {
  const host = url && URL.parse(url)?.host
  return host ? ` at ${host}` : ''
}
