import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openArchiveBucket } from '#archive/bucket.ts'
import { Archive } from '#archive/read-archive.ts'
import { type Child, ready, run, temporaryFolder } from '#testing/children.ts'
import { findServer } from '#testing/find-server.ts'
import { startS3 } from '#testing/s3.ts'
import { isThorough, printedRandom } from '#testing/thoroughness.ts'

jest.setTimeout(300_000)

const disks: string[] = []
// Before the folder that they are in goes.
afterAll(() => {
  for (const disk of disks) spawnSync('umount', ['-l', disk])
})
const folder = temporaryFolder()
const disk = openDisk('tiny', 100)
const store = path.join(folder, 'store')
const authors = JSON.parse(readFileSync('product-api/seed/authors.json', 'utf8')) as object[]
const random = printedRandom('kills while an archive is made or restored')

type Settings = Record<string, string>
const environment = (settings: Settings): NodeJS.ProcessEnv => ({
  ...{
    NODE_ENV: 'test',
    PATH: process.env.PATH,
    SEED: 'on',
    LOG_LEVEL: 'error',
    NARRATE_STORIES: 'off',
  },
  ...settings,
})
const program = (file: string, args: string[], settings: Settings = {}): Child =>
  run(file, args, { env: environment({ DATA_DIR: store, ...settings }) })
const backup = (args: string[] = [], settings?: Settings) => program('scripts/backup.ts', args, settings)
const restore = (args: string[], settings?: Settings) => program('scripts/restore.ts', args, settings)
const startApi = () =>
  run('product-api/main.ts', [], {
    env: environment({ DATA_DIR: store, PRODUCT_API_PORT: '0' }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })

/** A disk of its own, in memory; undefined if this account may not mount one. */
function openDisk(name: string, kilobytes: number): string | undefined {
  const at = path.join(folder, name)
  mkdirSync(at)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', at])
  if (status !== 0) return undefined
  disks.push(at)
  return at
}

const newFolder = (name: string) => {
  const made = path.join(folder, name)
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made)
  return made
}
const archiveIn = (where: string) => {
  const [name] = readdirSync(where).filter((name) => name.endsWith('.zip'))
  return path.join(where, name ?? 'none')
}
/** Everything in a manifest but when and by what it was made. */
const manifestOf = async (file: string) => {
  const archive = await Archive.open(file)
  archive.close()
  return { ...archive.manifest, made: undefined }
}
/** Standard error without progress, which only a slow machine has time to say. */
const complaintsOf = (stderr: string) => stderr.replace(/^[a-z_ ]+: [\d,]+ of [\d,]+\n/gm, '').trim()
const succeeds = async (child: Child) => {
  const ended = await child.ended
  expect({ code: ended.code, complaints: complaintsOf(ended.stderr) }).toEqual({ code: 0, complaints: '' })
  return ended.stdout
}
const fails = async (child: Child) => {
  const { code, stdout, stderr } = await child.ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  return complaintsOf(stderr)
}

test('without a store there is nothing to back up, and wrong words are explained', async () => {
  expect(await fails(backup())).toBe(
    `There is no database in ${store}: set DATA_DIR or DATABASE_URL to that of the site`,
  )
  expect(await fails(backup([], { BACKUP_KEY: 'short' }))).toMatch(
    /^The setting BACKUP_KEY is wrong: it must be the key/,
  )
  expect(
    await fails(backup([], { PRODUCT_API_URL: 'http://127.0.0.1:4000', NEXTAUTH_SECRET: 'x'.repeat(20) })),
  ).toMatch(/^The store is not here: PRODUCT_API_URL names another product API/)
  expect(await fails(restore([]))).toMatch(/^Say what to restore: npm run restore -- FILE/)
  expect(await fails(restore(['--check']))).toBe(`There is no backup in ${store}/backups: npm run backup makes one`)
})

describe('beside a running site', () => {
  let api: Child
  let address: string
  beforeAll(async () => {
    api = startApi()
    address = (await ready(api)).address
  })
  afterAll(async () => {
    api.process.kill('SIGTERM')
    await api.ended
  })

  let people = 0
  const signUp = async () => {
    people++
    const body = { name: `Reader ${people}`, email: `reader-${people}@example.com`, password: 'correct horse battery' }
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${people >> 8}.${people & 255}` }
    const answer = await fetch(`${address}/users/signup`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }

  test('a backup has what was there at one moment, while people sign up', async () => {
    await signUp()
    const to = newFolder('hot')
    let isDone = false
    const before = people
    const writing = (async () => {
      while (!isDone) await signUp()
    })()
    const said = await succeeds(backup(['--to', to]))
    isDone = true
    await writing
    expect(said).toMatch(
      /bytewise-backup-[\dTZ-]+\.zip: 28 stories, [\d,]+ rows, 0 files, with secrets, [\d.]+ MB, in [\d.]+ s/,
    )
    const [, key = ''] = /shown only this once: ([\w-]{43})\n/.exec(said) ?? []
    expect(readFileSync(path.join(store, 'backup.key'), 'utf8').trim()).toBe(key)
    expect(readdirSync(store).filter((name) => name.startsWith('copy-'))).toEqual([])
    const file = archiveIn(to)
    expect(readdirSync(to)).toEqual([path.basename(file)])
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const restored = newFolder('restored')
    rmSync(restored, { recursive: true })
    const told = await succeeds(restore([file], { DATA_DIR: restored, BACKUP_KEY: key }))
    expect(told).toMatch(/^28 stories are restored, in \d+ s\. Start the site with: npm start\n/)
    expect(readFileSync(path.join(restored, 'backup.key'), 'utf8').trim()).toBe(key)
    const { parts } = await manifestOf(file)
    const users = parts.find(({ table, isSecret }) => table === 'users' && !isSecret)?.rows ?? 0
    const passwords = parts.find(({ table, isSecret }) => table === 'users' && isSecret)?.rows ?? 0
    expect(users).toBeGreaterThan(before)
    expect(users).toBeLessThanOrEqual(people + 9)
    // Each came with a password in the same transaction; the authors of the seed have none.
    expect(users - passwords).toBe(authors.length)
  })

  test('an export has no secrets', async () => {
    const to = newFolder('exported')
    expect(await succeeds(backup(['--export', '--to', to]))).toContain(', without secrets, ')
    expect(path.basename(archiveIn(to))).toMatch(/^bytewise-export-/)
    expect((await manifestOf(archiveIn(to))).key).toBeNull()
  })

  test('a backup goes to a bucket, and comes back from it', async () => {
    const { settings, stop } = await startS3()
    const s3 = {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY: settings.accessKey,
      S3_SECRET_KEY: settings.secretKey,
    }
    try {
      const away = { ...s3, S3_ENDPOINT: 'http://127.0.0.1:1' }
      expect(await fails(backup(['--to', 's3://pictures/nightly'], away))).toMatch(
        /^The bucket pictures at http:\/\/127.0.0.1:1 can't be reached\. The archive is .*\.zip; the next backup to the same place sends it too$/,
      )
      // The line comes first: the key was shown once.
      expect(await succeeds(backup(['--to', 's3://pictures/nightly'], s3))).toMatch(
        /^s3:\/\/pictures\/nightly\/bytewise-backup-[\dTZ-]+\.zip: 28 stories/,
      )
      expect(await openArchiveBucket(settings).list('nightly/')).toHaveLength(2)
      expect(await fails(backup(['--to', 's3://pictures/nightly']))).toMatch(/^A bucket needs the settings S3_ENDPOINT/)
      expect(await fails(backup(['--to', 's3:///'], s3))).toMatch(/^s3:\/\/\/ is no address of a bucket/)
      const DATA_DIR = path.join(folder, 'from-bucket')
      expect(await fails(restore(['s3://pictures/nightly/none.zip'], { ...s3, DATA_DIR }))).toMatch(/answered 404/)
    } finally {
      await stop()
    }
  })

  const testWithDisk = disk ? test : test.skip
  testWithDisk('a disk that is full is a sentence, and the archive is finished once there is room', async () => {
    const to = disk ?? ''
    expect(await fails(backup(['--to', to]))).toBe(
      `The disk of ${to} is full: the archive is not finished; make room and give the command again, and it goes on where it was`,
    )
    expect(readdirSync(to).filter((name) => name.endsWith('.zip'))).toEqual([])
    spawnSync('mount', ['-o', 'remount,size=20m', to])
    await succeeds(backup(['--to', to]))
    await expect(manifestOf(archiveIn(to))).resolves.toMatchObject({ stories: 28 })
  })

  test('a folder that can’t be made is a sentence', async () => {
    expect(await fails(backup(['--to', '/etc/hostname/backups']))).toMatch(/^The folder .*\/backups can't be made: /)
  })

  test('a restore into the running store is refused', async () => {
    const { code, stderr } = await restore([archiveIn(path.join(folder, 'hot'))]).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/is in use by another process/)
  })
})

const kills = isThorough ? 8 : 1

/** Kills a program at a random moment after it has begun to write `file`; a quick one may have ended by then. */
async function killOnceItWrites(file: string, start: () => Child, { withinMs }: { withinMs: number }): Promise<void> {
  // A killed one may have left the file.
  const writtenAt = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const before = writtenAt()
  const child = start()
  while (writtenAt() === before && child.process.exitCode === null) await delay(5)
  await delay(random() * withinMs)
  child.process.kill('SIGKILL')
  await child.ended
}

test('a killed backup has its name only if it is whole, and the next one succeeds', async () => {
  const to = newFolder('killed')
  for (let kill = 0; kill < kills; kill++) {
    await killOnceItWrites(path.join(to, '.archive.unfinished'), () => backup(['--to', to]), { withinMs: 500 })
    // Whatever has the name is whole.
    for (const name of readdirSync(to).filter((name) => name.endsWith('.zip'))) {
      await expect(manifestOf(path.join(to, name))).resolves.toMatchObject({ stories: 28 })
      rmSync(path.join(to, name))
    }
  }
  await succeeds(backup(['--to', to]))
  await expect(manifestOf(archiveIn(to))).resolves.toMatchObject({ stories: 28 })
})

test('an archive moves a store from the embedded database to PostgreSQL', async () => {
  const server = await findServer()
  if (!server) return
  const name = `bytewise_moved_${process.pid}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    const BACKUP_KEY = readFileSync(path.join(store, 'backup.key'), 'utf8').trim()
    const native = { DATA_DIR: path.join(folder, 'native'), DATABASE_URL: url.href, BACKUP_KEY }
    const from = archiveIn(path.join(folder, 'killed'))
    const to = newFolder('moved')
    await succeeds(restore([from], native))
    await succeeds(backup(['--to', to], native))
    expect(await manifestOf(archiveIn(to))).toEqual(await manifestOf(from))
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
})

test('a killed restore leaves an empty store, or a whole one, also from an archive of PostgreSQL', async () => {
  const moved = path.join(folder, 'moved')
  const file = archiveIn(existsSync(moved) ? moved : path.join(folder, 'killed'))
  const BACKUP_KEY = readFileSync(path.join(store, 'backup.key'), 'utf8').trim()
  for (let kill = 0; kill < kills; kill++) {
    const DATA_DIR = path.join(folder, `killed-${kill}`)
    await killOnceItWrites(DATA_DIR, () => restore([file], { DATA_DIR, BACKUP_KEY }), { withinMs: 2_000 })
    const { code, stderr } = await restore([file], { DATA_DIR, BACKUP_KEY }).ended
    if (code !== 0) expect(stderr).toMatch(/^The store is not empty/)
    const again = newFolder('again')
    await succeeds(backup(['--to', again], { DATA_DIR, BACKUP_KEY }))
    expect(await manifestOf(archiveIn(again))).toEqual(await manifestOf(file))
    expect(existsSync(path.join(DATA_DIR, 'incoming'))).toBe(true)
  }
})
