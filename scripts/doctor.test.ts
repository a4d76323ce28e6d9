import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SystemState } from '#contract/system.ts'
import { openDatabase } from '#product-api/platform/db/client.ts'
import { run, temporaryFolder } from '#product-api/testing/children.ts'

const folder = temporaryFolder()
const Said = SystemState.omit({ started_at: true })

/** Runs the command with these settings. @returns its exit code, and what it says. */
async function doctor(settings: Record<string, string>, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', ...settings }
  const { code, stdout, stderr } = await run('scripts/doctor.ts', args, { env }).ended
  return { code: code ?? 1, said: stdout + stderr }
}

async function makeStore(): Promise<void> {
  const onCrash = (reason: Error) => {
    throw reason
  }
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, { onCrash })
  await database.close()
}

/** The codes that it names for each part, with `--json`. */
async function codes(settings: Record<string, string>): Promise<Record<string, string[]>> {
  const { checks } = Said.parse(JSON.parse((await doctor(settings, '--json')).said))
  return Object.fromEntries(checks.map(({ part, findings }) => [part, findings.map(({ code }) => code)]))
}

test('names every setting that is wrong, and looks at nothing else', async () => {
  const { code, said } = await doctor({ PORT: 'eighty', SMTP_URL: 'mail.example', S3_BUCKET: 'pictures' })
  expect(code).toBe(1)
  expect(said).toMatch(/The setting PORT is wrong: it must be a whole number/)
  expect(said).toMatch(/The setting SMTP_URL is wrong: it must look like/)
  expect(said).toMatch(/The setting S3_ENDPOINT is wrong/)
  expect(said).not.toMatch(/Database/)
})

test('names a misspelt setting of the web too, without its value', async () => {
  const { said } = await doctor({ TRUSTED_PROXY: 'a-secret' })
  expect(said).toMatch(/TRUSTED_PROXY is no setting\.\s+→ Perhaps it should be TRUST_PROXY\./)
  expect(said).not.toContain('a-secret')
})

test('before the first start it says what is not there yet, and makes nothing', async () => {
  const DATA_DIR = join(folder, 'data')
  expect(await codes({ DATA_DIR })).toMatchObject({
    ...{ files: ['data-folder-missing'], disk: ['disk-has-room'], database: ['database-unexamined'] },
    ...{ storage: ['storage-unexamined'], mail: ['mail-unexamined'] },
  })
  expect(existsSync(DATA_DIR)).toBe(false)
  expect(await codes({})).toMatchObject({
    ...{ database: ['database-none'], queue: ['queue-unexamined'], storage: ['storage-works'] },
    ...{ address: ['address-unexamined'], backups: ['backups-unexamined'] },
  })
})

test('says why a database can’t be used, without its password', async () => {
  const { code, said } = await doctor({ DATABASE_URL: 'postgres://somebody:a-secret@127.0.0.1:1/bytewise' })
  expect(code).toBe(1)
  expect(said).toMatch(/Trouble {2}Database\n +The database of DATABASE_URL \(127\.0\.0\.1:1\) can't be used/)
  expect(said).toMatch(/→ Start the database server, or correct DATABASE_URL\./)
  expect(said).not.toContain('a-secret')
})

// Only root can give a folder away.
const ifRoot = process.getuid?.() === 0 ? test : test.skip
ifRoot('leaves nothing in the data folder of another account', async () => {
  const DATA_DIR = join(folder, 'foreign')
  mkdirSync(DATA_DIR, { mode: 0o700 })
  chownSync(DATA_DIR, 12_345, 12_345)
  expect(await codes({ DATA_DIR })).toMatchObject({ files: ['data-folder-foreign'], storage: ['storage-unexamined'] })
  expect(readdirSync(DATA_DIR)).toEqual([])
})

test('examines the embedded database of a site that does not run', async () => {
  await makeStore()
  const { code, said } = await doctor({ PUBLIC_URL: 'http://127.0.0.1:1' })
  // Below a note if a busy machine took long to answer.
  expect(said).toMatch(/^(?:Good|Note) {5}Database\n(?: .+\n)*? +The embedded database works\.$/m)
  expect(said).toMatch(
    /Trouble {2}Address\n +The site can’t be reached at http:\/\/127\.0\.0\.1:1: nothing is listening there\./,
  )
  expect(code).toBe(1)
})
