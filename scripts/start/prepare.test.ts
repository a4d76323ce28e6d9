import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** The end of a start with these settings. */
async function start(settings: Record<string, string>) {
  const { PATH = '' } = process.env
  const env = { PATH, NODE_ENV: 'production', ENV_FILE: 'off', ...settings } as NodeJS.ProcessEnv
  const child = spawn(process.execPath, ['scripts/start.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, faults, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, output: said + faults }
}

test('a wrong setting ends the start with code 1 and its one sentence, before the data folder is made', async () => {
  const DATA_DIR = join(mkdtempSync(join(tmpdir(), 'start-')), 'data')
  const { code, output } = await start({ DATA_DIR, SEED: 'perhaps' })
  expect(code).toBe(1)
  expect(output).toMatch(/^The setting SEED is wrong: [^\n]+\n$/)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('so does a port that is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { code, output } = await start({ DATA_DIR: mkdtempSync(join(tmpdir(), 'start-')), PORT: String(port) })
  other.close()
  expect(code).toBe(1)
  expect(output).toBe(`The port ${port} is taken: set PORT to a free one.\n`)
})
