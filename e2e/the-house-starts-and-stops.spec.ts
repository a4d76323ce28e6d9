import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const port = 3310
const apiPort = 4310

function settings(dataDir: string, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: String(port),
    PRODUCT_API_PORT: String(apiPort),
    PUBLIC_URL: '',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    SEED: 'off',
    LOG_LEVEL: 'error',
    ...more,
  }
}

function start(env: NodeJS.ProcessEnv): {
  child: ChildProcess
  output: () => string
  started: Promise<void>
  ended: Promise<number | null>
} {
  const child = spawn(process.execPath, ['scripts/start.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const started = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      if (text.includes('Mails go to')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
  return { child, output: () => text, started, ended: new Promise((resolve) => child.on('exit', resolve)) }
}

function processesOf(dataDir: string): string {
  return spawnSync('bash', ['-c', `grep -l "DATA_DIR=${dataDir}" /proc/[0-9]*/environ 2>/dev/null || true`], {
    encoding: 'utf8',
  }).stdout.trim()
}

test.describe.configure({ mode: 'serial' })

test('starts on an empty folder, refuses a second start there, and leaves nothing behind', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'house-'))
  const first = start(settings(dataDir))
  await first.started
  expect(first.output()).toContain(`http://localhost:${port}`)
  expect(first.output()).toMatch(/Administrator: \S+@\S+, password \S+/)

  const second = start(settings(dataDir, { PORT: String(port + 1), PRODUCT_API_PORT: String(apiPort + 1) }))
  expect(await second.ended).toBe(1)
  expect(second.output().trim().split('\n')).toHaveLength(1)
  expect(second.output()).toContain('already runs in this folder')

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(processesOf(dataDir)).toBe('')
})

test('the supervisor killed outright takes its processes with it, and the folder opens again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'house-'))
  const first = start(settings(dataDir))
  await first.started
  first.child.kill('SIGKILL')
  await first.ended
  await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toBe('')

  const again = start(settings(dataDir))
  await again.started
  expect(again.output()).not.toContain('password')
  again.child.kill('SIGINT')
  expect(await again.ended).toBe(0)
})

test('a taken port and a wrong setting are one sentence each', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'house-'))
  const other = createServer().listen(port, '127.0.0.1')
  const taken = start(settings(dataDir))
  expect(await taken.ended).toBe(1)
  expect(taken.output().trim()).toBe(`The port ${port} is taken: set PORT to a free one.`)
  await new Promise((resolve) => other.close(resolve))

  const wrong = start(settings(dataDir, { PORT: 'three thousand' }))
  expect(await wrong.ended).toBe(1)
  expect(wrong.output().trim().split('\n')).toHaveLength(1)
  expect(wrong.output()).toContain('PORT')

  const wrongApi = start(settings(dataDir, { SEED: 'perhaps' }))
  expect(await wrongApi.ended).toBe(1)
  expect(wrongApi.output()).toContain('SEED')
})
