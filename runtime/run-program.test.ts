import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadEnvConfig } from '@next/env'
import { readEnvFile } from './run-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'env-file-'))
const file = join(folder, '.env')
writeFileSync(file, 'PORT=3001\n# a remark\nPRODUCT_NAME="Night Shift"\nSMTP_URL=smtp://mail.example:25\nSEED=off\n')
const home = process.cwd()
afterEach(() => process.chdir(home))

const read = (env: Record<string, string>) => {
  const all = env as NodeJS.ProcessEnv
  readEnvFile(all)
  const { __NEXT_PROCESSED_ENV, ...settings } = all
  return settings
}

test('.env of the working folder is read, and the environment wins, also with nothing', () => {
  process.chdir(folder)
  expect(read({ PORT: '4001', SMTP_URL: '' })).toEqual({
    PORT: '4001',
    PRODUCT_NAME: 'Night Shift',
    SMTP_URL: '',
    SEED: 'off',
  })
})

test('another file can be named, and none', () => {
  expect(read({ ENV_FILE: file })).toMatchObject({ PRODUCT_NAME: 'Night Shift' })
  process.chdir(folder)
  expect(read({ ENV_FILE: 'off' })).toEqual({ ENV_FILE: 'off' })
})

test('a folder without one is fine, a named one that is not there is one sentence', () => {
  process.chdir(tmpdir())
  expect(read({})).toEqual({})
  expect(() => read({ ENV_FILE: '/no/such/file' })).toThrow(
    /^The settings in \/no\/such\/file can't be read: there is no such file$/,
  )
  expect(() => read({ ENV_FILE: folder })).toThrow(/^The settings in .+ can't be read: [^\n]+$/)
})

test('the other env files that Next knows are not read: web and product API would disagree', () => {
  const other = mkdtempSync(join(tmpdir(), 'env-files-'))
  for (const name of ['.env.local', '.env.production', '.env.test'])
    writeFileSync(join(other, name), 'PLANTED=by-next\n')
  process.chdir(other)
  delete process.env.__NEXT_PROCESSED_ENV
  readEnvFile()
  loadEnvConfig(other, false)
  expect(process.env.PLANTED).toBeUndefined()
})
