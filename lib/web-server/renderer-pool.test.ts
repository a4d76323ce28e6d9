import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { NoRenderer, type Renderer, RendererLost } from '#lib/page-cache/page-cache.ts'
import { RendererPool } from './renderer-pool.ts'

const file = join(mkdtempSync(join(tmpdir(), 'renderers-')), 'renderer.mjs')
// A stand-in for a renderer: it answers with its number, and does what its address says.
writeFileSync(
  file,
  `import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createServer } from 'node:http'
const path = process.argv.at(-1)
let rssMb = 100
const server = createServer((request, response) => {
  if (request.url === '/die') process.exit(1)
  if (request.url === '/hang') for (;;);
  if (request.url === '/grow') rssMb = 5000
  if (request.url === '/wait') return setTimeout(() => response.end(String(process.pid)), 300)
  response.end(String(process.pid))
})
if (process.env.BROKEN) process.exit(1)
rmSync(path, { force: true })
mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
server.listen(path, () => process.send({ ready: true }))
setInterval(() => process.send({ rssMb }, undefined, undefined, () => undefined), 10).unref()
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => { server.close(() => process.exit(0)); server.closeIdleConnections() })
`,
)

let pool: RendererPool
const said: string[] = []

beforeEach(() => {
  said.length = 0
  console.error = (line: string) => void said.push(line)
})
afterEach(async () => {
  if (pool) await pool.stop()
})

type Given = Partial<ConstructorParameters<typeof RendererPool>[0]>

async function aPool(given: Given = {}): Promise<RendererPool> {
  const fixed = { nodeFlags: [], file, lookMs: 20, mostSilentSeconds: 100, mostMb: 1_000 }
  const onFailedStart = () => undefined
  pool = new RendererPool({ count: 1, ...fixed, onFailedStart, ...given })
  await pool.ready()
  return pool
}

/** The process that answered; undefined if it was lost. */
function ask(path: string): Promise<number | undefined> {
  return pool.use(
    ({ socketPath, agent }: Renderer) =>
      new Promise((resolve) => {
        get({ socketPath, agent, path }, async (answer) => {
          let body = ''
          for await (const chunk of answer.setEncoding('utf8')) body += chunk
          resolve(Number(body))
        }).on('error', () => resolve(undefined))
      }),
  )
}

async function allUp(count: number): Promise<void> {
  while (pool.up < count) await new Promise(setImmediate)
}

test('gives each the one that has least to do', async () => {
  await aPool({ count: 2 })
  await allUp(2)
  const both = await Promise.all([ask('/wait'), ask('/wait')])
  expect(new Set(both).size).toBe(2)
})

test('starts one again that ended, and the other answers meanwhile', async () => {
  await aPool({ count: 2 })
  await allUp(2)
  expect(await ask('/die')).toBeUndefined()
  while (pool.up > 1) await new Promise(setImmediate)
  expect(await ask('/')).toBeGreaterThan(0)
  await allUp(2)
  expect(pool.restarts).toBe(1)
})

test('keeps those who ask waiting while the only one is started again', async () => {
  await aPool()
  const first = await ask('/')
  await ask('/die')
  while (pool.up > 0) await new Promise(setImmediate)
  const again = await ask('/')
  expect(again).toBeGreaterThan(0)
  expect(again).not.toBe(first)
})

test('starts one again whose socket was removed', async () => {
  await aPool()
  const first = await ask('/')
  let folder = ''
  await pool.use(async ({ socketPath, agent }) => {
    folder = dirname(socketPath)
    agent.destroy()
  })
  rmSync(folder, { recursive: true })
  const lost = pool.use(() => Promise.reject(new RendererLost(Object.assign(new Error(), { code: 'ENOENT' }))))
  await expect(lost).rejects.toThrow(RendererLost)
  expect(await ask('/')).not.toBe(first)
})

test('asks nothing of one that lost a request until it shows a sign of life, and then over new connections', async () => {
  await aPool()
  const pid = await ask('/')
  await Promise.all([ask('/wait'), ask('/wait')])
  const idle: Socket[] = []
  const lost = pool.use(({ agent }) => {
    idle.push(...Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []))
    return Promise.reject(new RendererLost(Object.assign(new Error(), { code: 'ECONNRESET' })))
  })
  await expect(lost).rejects.toThrow(RendererLost)
  expect(pool.up).toBe(0)
  expect(idle.map(({ destroyed }) => destroyed)).toEqual([true, true])
  expect(await ask('/')).toBe(pid)
  expect(pool.restarts).toBe(0)
})

test('refuses those who have waited too long', async () => {
  await aPool({ waitMs: 1 })
  await ask('/die')
  while (pool.up > 0) await new Promise(setImmediate)
  await expect(ask('/')).rejects.toThrow(NoRenderer)
  await allUp(1)
})

test('kills one that hangs', async () => {
  await aPool({ mostSilentSeconds: 15 })
  const first = await ask('/')
  expect(await ask('/hang')).toBeUndefined()
  await allUp(1)
  expect(await ask('/')).not.toBe(first)
  expect(said[0]).toMatch(/has not answered for 16 seconds/)
})

test('puts another in the place of one that grew, which answers until then and to its end', async () => {
  await aPool()
  const first = await ask('/grow')
  const waiting: Promise<number | undefined>[] = []
  while (pool.restarts === 0) {
    waiting.push(ask('/wait'))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  expect(await ask('/')).not.toBe(first)
  for (const answered of await Promise.all(waiting)) expect(answered).toBe(first)
  expect(pool.up).toBe(1)
  expect(said).toEqual(['A renderer takes 5000 MB of memory; another one takes its place.'])
})

test('says that none could start', async () => {
  const failed = new Promise<void>((resolve) => {
    pool = new RendererPool({
      ...{ count: 1, nodeFlags: [], file, env: { ...process.env, BROKEN: '1' } },
      onFailedStart: resolve,
    })
  })
  await failed
})
