import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SystemState } from '#contract/system.ts'
import { api, get, withApi } from '#testing/api.ts'
import { codesOf, dataFolder, examine } from '#testing/examine.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { runSystemChecks } from './checks.ts'
import { good } from './findings.ts'

withApi()

describe('database', () => {
  test('reports kind, version, size and response time', async () => {
    expect(await examine('database')).toEqual({
      ...{ part: 'database', state: 'good', findings: [good('database-works', 'The embedded database works.')] },
      facts: [
        expect.stringMatching(/^PostgreSQL \d+/),
        expect.stringMatching(/^[\d.]+ MB on the disk$/),
        'answered in 0 ms',
      ],
    })
  })

  test('names a server without its credentials', async () => {
    const DATABASE_URL = 'postgres://somebody:a-secret@db.example:5432/bytewise'
    const said = JSON.stringify(await examine('database', { settings: { DATABASE_URL } }))
    expect(said).toMatch(/database at db\.example:5432/)
    expect(said).not.toMatch(/a-secret|somebody/)
  })

  test('reports slow answers', async () => {
    const answeredIn = (ms: number) => {
      let clock = 0
      return codesOf('database', { clockMs: () => (clock += ms) })
    }
    expect(await answeredIn(500)).toEqual(['database-works'])
    expect(await answeredIn(501)).toEqual(['database-slow'])
  })

  describe('reports', () => {
    const change = (sql: string) => api().pool.query(sql)
    let noted: string
    beforeEach(async () => {
      const { rows } = await change("select checksum from schema_migrations where name = '0036_address_checks.sql'")
      noted = rows[0].checksum
    })
    // Other files use this database too.
    afterEach(async () => {
      await change("delete from schema_migrations where name in ('9999_later.sql', '0036_address_checks.sql')")
      await change(
        `insert into schema_migrations (name, checksum, runs_beside_before) values ('0036_address_checks.sql', '${noted}', true)`,
      )
      await change("update pg_index set indisvalid = true where indexrelid = 'archive_runs_latest'::regclass")
      await change("update pg_extension set extname = 'pg_trgm' where extname = 'other'")
    })

    test('a migration that is still to be applied', async () => {
      await change("delete from schema_migrations where name = '0036_address_checks.sql'")
      expect(await codesOf('database')).toEqual(['migrations-pending'])
      expect(JSON.stringify(await examine('database'))).toContain('(0036_address_checks.sql)')
    })

    test('a migration of a newer version, and one that was changed', async () => {
      await change("insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')")
      expect(await codesOf('database')).toEqual(['database-newer'])
      await change("update schema_migrations set checksum = 'x' where name = '0036_address_checks.sql'")
      expect(await codesOf('database')).toEqual(['migration-changed', 'database-newer'])
    })

    test('an index that was never finished, and a missing extension', async () => {
      await change("update pg_index set indisvalid = false where indexrelid = 'archive_runs_latest'::regclass")
      expect(await codesOf('database')).toEqual(['database-index'])
      await change("update pg_extension set extname = 'other' where extname = 'pg_trgm'")
      expect(await codesOf('database')).toEqual(['database-extension', 'database-index'])
    })
  })
})

describe('queue', () => {
  const wait = (interval: string) =>
    api().pool.query(`update pgboss.job set start_after = now() - interval '${interval}'`)
  const plan = (interval: string) =>
    api().pool.query(`update pgboss.version set cron_on = now() - interval '${interval}'`)

  test('reports a job that has waited too long, and in which queue', async () => {
    await plan('1 minute')
    expect(await examine('queue', { works: () => true })).toMatchObject({
      ...{ state: 'good', facts: ['jobs run in the product API'] },
    })
    expect(await examine('queue', { settings: { WORKER: 'off' } })).toMatchObject({
      facts: ['jobs run in worker processes'],
    })
    await api().queue.engine.send('mail', { job: 'send-welcome', payload: {} })
    expect(await codesOf('queue')).toEqual(['queue-works'])
    await wait('2 minutes')
    expect(await examine('queue')).toMatchObject({
      state: 'good',
      facts: [expect.any(String), '“mail” waits for 2 minutes'],
    })
    await wait('7 minutes')
    expect(await examine('queue')).toMatchObject({
      findings: [{ code: 'queue-late', sentence: 'A job of the queue “mail” has been waiting for 7 minutes.' }],
    })
    await wait('60 hours')
    expect(await examine('queue')).toMatchObject({
      findings: [{ sentence: 'A job of the queue “mail” has been waiting for 3 days.' }],
    })
  })

  test('reports that no process looks for jobs', async () => {
    expect(await codesOf('queue', { works: () => false })).toEqual(['queue-stopped'])
    await plan('6 minutes')
    expect(await examine('queue')).toMatchObject({
      findings: [{ code: 'queue-alone', sentence: 'Nobody has looked for planned jobs for 6 minutes.' }],
    })
    await plan('1 minute')
  })

  test('reports jobs that have failed for good', async () => {
    await plan('1 minute')
    await api().queue.engine.send('mail', { job: 'send-welcome', payload: {} })
    await api().pool.query("update pgboss.job set state = 'failed', completed_on = now()")
    expect(await codesOf('queue')).toEqual(['jobs-failed'])
  })
})

describe('backups', () => {
  const note = (kind: string, ended: string, found: { succeeded?: boolean; sentence?: string } = {}) =>
    api().pool.query(
      `insert into archive_runs (id, kind, ended_at, took_ms, succeeded, file, bytes, sentence)
       values (gen_random_uuid(), $1, now() - $2::interval, 1000, $3, 'bytewise-backup.zip', 12345678, $4)`,
      [kind, ended, found.succeeded ?? true, found.sentence ?? ''],
    )
  beforeEach(() => api().pool.query('delete from archive_runs'))
  afterEach(() => api().pool.query('delete from archive_runs'))
  const BACKUP_TO = 's3://backups/site'

  test('reports when one was made, and whether it can be restored', async () => {
    const given = { settings: { BACKUP_TO }, provesBackups: true }
    expect(await examine('backups', { settings: {} })).toMatchObject({
      ...{ state: 'hint', facts: ['none is proved by itself (BACKUP_TO)'] },
      findings: [{ code: 'backup-missing', sentence: 'No backup has been made yet.' }],
    })
    await note('export', '1 hour')
    expect(await codesOf('backups', given)).toEqual(['backup-missing'])
    await note('backup', '9 days')
    expect(await examine('backups', given)).toMatchObject({
      findings: [{ code: 'backup-old', sentence: 'The last backup was made 9 days ago.' }, { code: 'backup-unproved' }],
    })
    await note('backup', '3 hours')
    expect(await examine('backups', given)).toMatchObject({
      ...{ state: 'hint', facts: ['bytewise-backup.zip, 12.3 MB', 'the newest is proved every week'] },
      findings: [{ sentence: 'The last backup was made 3 hours ago, and none has been proved.' }],
    })
    await note('proof', '5 minutes', { sentence: 'restorable, 41 s' })
    expect(await examine('backups', given)).toMatchObject({
      facts: expect.arrayContaining(['proved 5 minutes ago']),
      findings: [{ sentence: 'The last backup was made 3 hours ago. The last proof found: restorable, 41 s.' }],
    })
    await note('proof', '0 seconds', { succeeded: false, sentence: 'The file is damaged' })
    expect(await examine('backups', given)).toMatchObject({
      findings: [{ code: 'backup-broken', sentence: 'The last proof failed. The file is damaged.' }],
    })
  })

  test('reports a folder that is missing, and one on the disk of the data', async () => {
    expect(await codesOf('backups', { settings: { BACKUP_TO: '/nowhere/at/all' } })).toContain('backup-nowhere')
    await note('backup', '3 hours')
    expect(await codesOf('backups')).toEqual(['backup-unproved'])
    mkdirSync(join(dataFolder, 'backups'))
    writeFileSync(join(dataFolder, 'backups/bytewise-backup.zip'), '')
    expect(await codesOf('backups')).toEqual(['backup-same-disk', 'backup-unproved'])
    await api().pool.query('update archive_runs set bytes = 9e17')
    expect(await codesOf('backups', { settings: { BACKUP_TO: '/tmp' } })).toContain('backup-no-room')
  })
})

test('a check that hangs does not block the others, and errors reveal no secrets', async () => {
  const never = new Promise<never>(() => undefined)
  const fault = new Error('redis://somebody:a-secret@cache.example')
  const checks = await runSystemChecks(
    [
      { part: 'mail', name: 'The mail server', check: () => never },
      { part: 'redis', name: 'Redis', check: () => Promise.reject(fault) },
      { part: 'queue', name: 'The queue', check: () => ({ findings: [good('queue-works', 'The queue works.')] }) },
    ],
    10,
  )
  expect(checks.map(({ findings: [found] }) => found?.sentence)).toEqual([
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
