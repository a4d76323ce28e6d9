import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type SystemCheck, SystemState } from '#contract/system.ts'
import { openS3 } from '#files/storage/s3.ts'
import { api, get, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { startS3 } from '#testing/s3.ts'
import { openSmtpSink } from '#testing/smtp-sink.ts'
import { runSystemChecks, type SystemSettings, systemChecks } from './system-checks.ts'

withApi()

const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-system-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Part = SystemCheck['part']
async function check(part: Part, given: Partial<SystemSettings> = {}, more: object = {}, works?: () => boolean) {
  return checkAnsweredIn(12, part, given, more, works)
}

/** Checks a part by a clock of its own, so that a busy machine isn't reported as a slow part. */
async function checkAnsweredIn(ms: number, part: Part, given = {}, more = {}, works?: () => boolean) {
  const context = { ...api().context, ...more }
  let clock = 0
  const clockMs = () => (clock += ms)
  const parts = systemChecks({ settings: { DATA_DIR: folder, ...given }, context, works, clockMs })
  const [found] = await runSystemChecks(parts.filter((one) => one.part === part))
  return found
}

/** An address without a listener, or one that accepts connections and never answers. */
async function aServer(how: 'away' | 'silent') {
  const server = createServer(() => undefined)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  if (how === 'away') await new Promise((done) => server.close(done))
  return { host: `127.0.0.1:${port}`, stop: () => server.close() }
}

test('database: reports kind, version, size and response time', async () => {
  expect(await check('database')).toEqual({
    ...{ part: 'database', state: 'good', sentence: 'The embedded database works.' },
    facts: [
      expect.stringMatching(/^PostgreSQL \d+/),
      expect.stringMatching(/^[\d.]+ MB on the disk$/),
      'answered in 12 ms',
    ],
  })
  const DATABASE_URL = 'postgres://somebody:a-secret@db.example:5432/bytewise'
  expect(JSON.stringify(await check('database', { DATABASE_URL }))).toContain('The database at db.example:5432 works.')
  expect(JSON.stringify(await check('database', { DATABASE_URL }))).not.toMatch(/a-secret|somebody/)
})

test('database: reports slow answers', async () => {
  expect(await checkAnsweredIn(500, 'database')).toMatchObject({ state: 'good' })
  expect(await checkAnsweredIn(501, 'database')).toMatchObject({
    ...{ state: 'hint', sentence: 'The embedded database works, but is slow.' },
  })
})

describe('mail', () => {
  test('reports a server that accepts emails', async () => {
    const sink = await openSmtpSink()
    expect(await check('mail', { SMTP_URL: sink.url })).toMatchObject({
      state: 'good',
      sentence: expect.stringMatching(/^The mail server at 127\.0\.0\.1:\d+ accepts emails\.$/),
    })
    await sink.close()
  })

  test('reports an unreachable server, without the credentials of its address', async () => {
    const { host } = await aServer('away')
    const found = await check('mail', { SMTP_URL: `smtp://somebody:a-secret@${host}` })
    expect(found).toMatchObject({
      state: 'bad',
      sentence: `The mail server at ${host} isn’t working: no connection can be made.`,
    })
  })

  test('times out for a server that never answers', async () => {
    const { host, stop } = await aServer('silent')
    expect(await check('mail', { SMTP_URL: `smtp://${host}` })).toMatchObject({ state: 'bad' })
    stop()
  })

  test('without a server, checks that the outbox is writable', async () => {
    expect(await check('mail')).toMatchObject({
      state: 'hint',
      sentence: expect.stringContaining('saved to the outbox'),
    })
    rmSync(path.join(folder, 'outbox'), { recursive: true })
    writeFileSync(path.join(folder, 'outbox'), '')
    expect(await check('mail')).toMatchObject({ state: 'bad', sentence: expect.stringContaining('can’t be saved') })
  })
})

describe('storage', () => {
  test('reports used and free space of a disk', async () => {
    expect(await check('storage')).toMatchObject({
      ...{ state: 'good', sentence: 'The disk accepts files.' },
      facts: [
        '0 pictures, 0 bytes in their largest size',
        '0 bytes of speech',
        expect.stringMatching(/ of .* are free$/),
      ],
    })
  })

  test('reports a bucket that works and one that does not', async () => {
    const { settings: S3, stop } = await startS3()
    const files = { storage: openS3(S3) }
    expect(await check('storage', { S3 }, { files })).toMatchObject({
      ...{ state: 'good', sentence: `The bucket pictures at ${new URL(S3.endpoint).host} accepts files.` },
    })
    const wrong = { ...S3, bucket: 'nothing' }
    const found = await check('storage', { S3: wrong }, { files: { storage: openS3(wrong) } })
    expect(found).toMatchObject({ state: 'bad', sentence: 'The storage isn’t working.' })
    await stop()
  })
})

test('Redis: reports whether one is set and answers', async () => {
  const REDIS_URL = 'redis://somebody:a-secret@cache.example:6379'
  const limits = (isThere: boolean) => ({ limits: { ...api().context.limits, areShared: () => isThere } })
  expect(await check('redis')).toMatchObject({ state: 'good', sentence: expect.stringContaining('Not used') })
  expect(await check('redis', { REDIS_URL }, limits(true))).toMatchObject({
    sentence: 'Redis at cache.example:6379 answers.',
  })
  expect(await check('redis', { REDIS_URL }, limits(false))).toMatchObject({ state: 'bad' })
})

test('queue: reports where jobs run, and a job that has waited too long', async () => {
  expect(await check('queue', {}, {}, () => true)).toMatchObject({ state: 'good' })
  expect(await check('queue')).toMatchObject({ facts: ['Jobs run in worker processes.'] })
  expect(await check('queue', {}, {}, () => false)).toMatchObject({ state: 'bad' })
  await api().queue.engine.send('mail', { job: 'send-welcome', payload: {} })
  expect(await check('queue')).toMatchObject({ state: 'good' })
  await api().pool.query("update pgboss.job set start_after = now() - interval '7 minutes'")
  expect(await check('queue')).toMatchObject({
    ...{ state: 'bad', sentence: 'A job has been waiting for 7 minutes. Is a worker running?' },
  })
  await api().pool.query("update pgboss.job set start_after = now() - interval '60 hours'")
  expect(await check('queue')).toMatchObject({ sentence: 'A job has been waiting for 3 days. Is a worker running?' })
})

test('backups: reports when one was made, and whether it can be restored', async () => {
  const note = (kind: string, ended: string, found: { succeeded?: boolean; sentence?: string } = {}) =>
    api().pool.query(
      `insert into archive_runs (id, kind, ended_at, took_ms, succeeded, file, bytes, sentence)
       values (gen_random_uuid(), $1, now() - $2::interval, 1000, $3, 'bytewise-backup.zip', 12345678, $4)`,
      [kind, ended, found.succeeded ?? true, found.sentence ?? ''],
    )
  await api().pool.query('delete from archive_runs')
  const none = 'No backup has been made yet: “npm run backup” makes one.'
  expect(await check('backups')).toEqual({
    ...{ part: 'backups', state: 'hint', sentence: none, facts: ['none is proved by itself (BACKUP_TO)'] },
  })
  await note('export', '1 hour')
  expect(await check('backups')).toMatchObject({ sentence: none })
  await note('backup', '9 days')
  expect(await check('backups')).toMatchObject({ state: 'bad', sentence: 'The last backup was made 9 days ago.' })
  await note('backup', '3 hours')
  expect(await check('backups', { BACKUP_TO: '/backups' }, { provesBackups: true })).toMatchObject({
    state: 'hint',
    sentence: 'The last backup was made 3 hours ago, and none has been proved: “npm run restore -- --check”.',
    facts: ['bytewise-backup.zip, 12.3 MB', 'the newest is proved every week'],
  })
  await note('proof', '5 minutes', { sentence: 'restorable, 41 s' })
  expect(await check('backups')).toMatchObject({
    ...{ state: 'good', sentence: 'The last backup was made 3 hours ago. The last proof found: restorable, 41 s.' },
    facts: expect.arrayContaining(['proved 5 minutes ago']),
  })
  await note('proof', '0 seconds', { succeeded: false, sentence: 'The file is damaged' })
  expect(await check('backups')).toMatchObject({
    ...{ state: 'bad', sentence: 'The last proof failed. The file is damaged.' },
  })
  await api().pool.query('delete from archive_runs')
})

test('a check that hangs does not block the others, and errors reveal no secrets', async () => {
  const never = new Promise<never>(() => undefined)
  const fault = new Error('redis://somebody:a-secret@cache.example')
  const checks = await runSystemChecks(
    [
      { part: 'mail', name: 'The mail server', check: () => never },
      { part: 'redis', name: 'Redis', check: () => Promise.reject(fault) },
      { part: 'queue', name: 'The queue', check: async () => ({ state: 'good', sentence: 'The queue works.' }) },
    ],
    10,
  )
  expect(checks.map(({ sentence }) => sentence)).toEqual([
    'The mail server didn’t answer within 0.01 seconds.',
    'Redis isn’t working.',
    'The queue works.',
  ])
})

describe('GET /dashboard/system', () => {
  test('answers the running version and its start time', async () => {
    const { id: as } = await anAdmin()
    const state = SystemState.parse(await (await get('/dashboard/system', { as })).json())
    expect(state).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.version })
    expect(Date.parse(state.started_at)).toBeLessThanOrEqual(Date.parse(state.checked_at))
  })

  test('answers 401 without a session and 403 to others', async () => {
    expect((await get('/dashboard/system')).status).toBe(401)
    expect((await get('/dashboard/system', { as: (await anAuthor()).id })).status).toBe(403)
  })
})
