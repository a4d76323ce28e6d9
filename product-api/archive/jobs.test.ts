import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { api, withApi } from '#testing/api.ts'
import { temporaryFolder } from '#testing/children.ts'
import { archiveJobs } from './jobs.ts'

withApi()

const folder = temporaryFolder()
const BACKUP_TO = path.join(folder, 'backups')
const known = { ...process.env }
beforeEach(() => {
  mkdirSync(BACKUP_TO, { recursive: true })
  // `npm start` sets it for the web.
  Object.assign(process.env, { BACKUP_TO, DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '', ENV_FILE: 'off' })
  process.env.PRODUCT_API_URL = 'http://127.0.0.1:4000'
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in known)) delete process.env[name]
  Object.assign(process.env, known)
})

const mailer = { send: async () => undefined, close: async () => undefined }
const proves = (provesBackups: boolean) => archiveJobs['prove-backup']({ ...api().context, mailer, provesBackups })

test('without BACKUP_TO nothing is proved', async () => {
  await expect(proves(false)).resolves.toBeUndefined()
})

test('a proof that can’t be tried is a failed job', async () => {
  await expect(proves(true)).rejects.toThrow(
    `The proof of the newest backup ended with 1: There is no backup in ${BACKUP_TO}: npm run backup makes one`,
  )
})

test('a backup that can’t be restored is a finding, not a failed job', async () => {
  writeFileSync(path.join(BACKUP_TO, 'bytewise-backup-2026-11-28T04-00-00Z.zip'), 'half a backup')
  await expect(proves(true)).resolves.toBeUndefined()
})
