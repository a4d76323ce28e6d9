import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isThorough, printedRandom } from '#product-api/testing/thoroughness.ts'
import { ownPort, storeFolder } from './support/address.ts'
import { expect, test } from './support/people.ts'

const [port, apiPort, otherPort, otherApiPort] = [ownPort(), ownPort(), ownPort(), ownPort()]

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

const houses: ChildProcess[] = []
// If a test failed half-way: its programs end with their supervisor.
test.afterEach(() => {
  for (const house of houses.splice(0)) house.kill('SIGKILL')
})

function start(env: NodeJS.ProcessEnv): {
  child: ChildProcess
  output: () => string
  started: Promise<void>
  ended: Promise<number | null>
} {
  const child = spawn(process.execPath, ['scripts/start.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  houses.push(child)
  let text = ''
  const started = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      if (/^(Mails go to|The product API is another one's)/m.test(text)) resolve()
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

/** Finds the process of one of the product's programs in this folder, as an operator would. */
function processOf(dataDir: string, program: string): number {
  for (const line of processesOf(dataDir).split('\n').filter(Boolean)) {
    const pid = Number(line.split('/')[2])
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(program)) return pid
    } catch {
      // It has ended since.
    }
  }
  return 0
}

const statusOf = (path: string) =>
  fetch(`http://localhost:${port}${path}`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    (fault: Error) => `${path}: ${fault.message} ${fault.cause}`,
  )
const apiStatus = () =>
  fetch(`http://127.0.0.1:${apiPort}/readyz`).then(
    ({ status }) => status,
    () => 0,
  )

test.describe.configure({ mode: 'serial' })

test('starts on an empty folder, refuses a second start there and on its port, opens it again after a kill, and leaves nothing behind', async () => {
  // For a busy machine: it starts four houses, one after the other.
  test.setTimeout(240_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'house-'))
  const first = start(settings(dataDir))
  await first.started
  expect(first.output()).toContain(`http://localhost:${port}`)
  expect(first.output()).toMatch(/Administrator: \S+@\S+, password \S+/)

  const second = start(settings(dataDir, { PORT: String(otherPort), PRODUCT_API_PORT: String(otherApiPort) }))
  expect(await second.ended).toBe(1)
  expect(second.output().trim().split('\n')).toHaveLength(1)
  expect(second.output()).toContain('already runs in this folder')

  const elsewhere = mkdtempSync(join(tmpdir(), 'house-'))
  const onTakenPort = start(settings(elsewhere, { PRODUCT_API_PORT: String(otherApiPort) }))
  expect(await onTakenPort.ended).toBe(1)
  expect(onTakenPort.output().trim()).toBe(`The port ${port} is taken: set PORT to a free one.`)

  // A supervisor that is killed outright takes its processes with it.
  first.child.kill('SIGKILL')
  await first.ended
  await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toBe('')

  const again = start(settings(dataDir))
  await again.started
  expect(again.output()).not.toContain('password')
  again.child.kill('SIGINT')
  expect(await again.ended).toBe(0)
  expect(processesOf(dataDir)).toBe('')
})

const kills = isThorough ? 10 : 2
const webKills = isThorough ? 2 : 1

test('a killed product API is started again each time, so are a renderer and the web, and readers never notice more than a 503', async () => {
  test.setTimeout(600_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'house-'))
  cpSync(storeFolder, dataDir, { recursive: true })
  const house = start(settings(dataDir, { SEED: 'on', SEARCH_LIMIT_PER_MINUTE: '100000' }))
  await house.started
  const stories = (await (await fetch(`http://localhost:${port}/api/contents`)).json()) as { slug: string }[]
  const kept = ['/', `/article/${stories[0]?.slug}`, '/feed.xml']
  const others = ['/search?q=clock', '/api/contents/record/count', `/api/contents?limit=3`, '/readyz', '/users/login']
  // The web caches pages for long only once the change feed is connected, and then renders all earlier ones again.
  const figures = () => fetch(`http://localhost:${port}/metrics`).then((answer) => answer.text())
  await expect.poll(figures).toMatch(/^bytewise_change_feed_connected 1$/m)
  for (const path of kept) expect(await statusOf(path)).toBe(200)

  const seen = { kept: new Set<unknown>(), others: new Set<unknown>() }
  const asked: Promise<void>[] = []
  const random = printedRandom('product API killed under readers')
  let round = 0
  const ask = (paths: string[], answers: Set<unknown>) => {
    asked.push(statusOf(paths[Math.floor(random() * paths.length)] ?? '/').then((status) => void answers.add(status)))
  }
  const reading = setInterval(() => {
    ask(kept, seen.kept)
    // Rendered for every request, so asked less often.
    if (round % 10 === 0) ask(others, seen.others)
    round++
  }, 50)
  const web = processOf(dataDir, 'server.ts')
  for (let kill = 0; kill < kills; kill++) {
    process.kill(processOf(dataDir, 'product-api/main.ts'), 'SIGKILL')
    await expect.poll(apiStatus, { intervals: [5] }).not.toBe(200)
    await expect.poll(apiStatus, { intervals: [100], timeout: 60_000 }).toBe(200)
  }
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  // Pages that are being made wait for the next renderer.
  for (let kill = 0; kill < kills; kill++) {
    process.kill(processOf(dataDir, 'renderer.ts'), 'SIGKILL')
    await expect.poll(() => statusOf('/readyz'), { intervals: [5] }).not.toBe(200)
    await expect.poll(() => statusOf('/readyz'), { intervals: [100], timeout: 60_000 }).toBe(200)
  }
  clearInterval(reading)
  await Promise.all(asked)
  expect([...seen.kept]).toEqual([200])
  expect([...seen.others].sort()).toEqual([200, 503])
  expect(processOf(dataDir, 'server.ts')).toBe(web)
  expect(
    house.output().match(/^The product API ended \(SIGKILL.*\); it is started again (now|in \d+ s)\.$/gm),
  ).toHaveLength(kills)
  expect(house.output()).toMatch(/^Renderer 1 ended \(SIGKILL.*\); it is started again now\.$/m)

  const api = processOf(dataDir, 'product-api/main.ts')
  for (let kill = 0; kill < webKills; kill++) {
    process.kill(processOf(dataDir, 'server.ts'), 'SIGKILL')
    await expect.poll(() => statusOf('/healthz'), { intervals: [5] }).not.toBe(200)
    await expect.poll(() => statusOf('/'), { intervals: [50], timeout: 30_000 }).toBe(200)
  }
  expect(processOf(dataDir, 'product-api/main.ts')).toBe(api)
  expect(house.output()).toMatch(/The web ended \(SIGKILL.*\); it is started again now\./)
  await expectToStopUnderLoad(house)
  expect(processesOf(dataDir)).toBe('')
})

/** Asks over one connection that stays open, until new ones are refused; reports anything but a whole 200. */
async function askUntilClosed(paths: string[], heard: () => void): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const wrong: string[] = []
  for (let round = 0; ; round++) {
    const path = paths[round % paths.length] ?? '/'
    const said = await new Promise<string>((resolve) => {
      const asked = get({ port, host: '127.0.0.1', path, agent }, (answer) => {
        answer.on('error', (fault) => resolve(`cut: ${fault.message}`))
        answer.on('end', () => resolve(answer.complete ? String(answer.statusCode) : 'cut'))
        answer.resume()
      })
      asked.on('error', (fault: NodeJS.ErrnoException) =>
        resolve(`${fault.code}${asked.reusedSocket ? ' reused' : ''}`),
      )
    })
    if (said === 'ECONNREFUSED') return wrong
    if (said !== '200') wrong.push(`${path}: ${said}`)
    heard()
  }
}

/** Stops the product under load: it must answer every request it has received. */
async function expectToStopUnderLoad(house: ReturnType<typeof start>): Promise<void> {
  let answers = 0
  const paths = ['/', '/search?q=clock', '/api/contents?limit=3', '/readyz']
  const clients = Array.from({ length: 12 }, () => askUntilClosed(paths, () => answers++))
  await expect.poll(() => answers).toBeGreaterThan(200)
  house.child.kill('SIGTERM')
  expect((await Promise.all(clients)).flat()).toEqual([])
  expect(await house.ended).toBe(0)
}

test('a file of settings applies to all programs, and a web node of several needs the secret of all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'house-'))
  const file = join(folder, 'settings')
  const lines = [
    `PORT=${port}`,
    `PRODUCT_API_PORT=${apiPort}`,
    // One address of the machine, and not the one that programs ask by default.
    'PRODUCT_API_HOST=127.0.0.2',
    `DATA_DIR=${folder}/data`,
    'PRODUCT_NAME=Night Shift',
    'SEED=off',
    'LOG_LEVEL=error',
  ]
  writeFileSync(file, lines.join('\n'))
  const plain = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' as const }
  const house = start({ ...plain, ENV_FILE: file })
  await house.started
  const api = `http://127.0.0.2:${apiPort}`
  expect(house.output()).toContain(`The product API is at ${api}`)
  expect(await (await fetch(`http://localhost:${port}/`)).text()).toContain('Night Shift')
  expect(await (await fetch(`${api}/openapi.json`)).json()).toMatchObject({ info: { title: 'Night Shift' } })
  expect(await statusOf('/readyz')).toBe(200)

  const webOnly = {
    ...plain,
    ENV_FILE: 'off',
    PORT: String(otherPort),
    DATA_DIR: `${folder}/web`,
    PRODUCT_API_URL: api,
  }
  const refused = start(webOnly)
  expect(await refused.ended).toBe(1)
  expect(refused.output().trim().split('\n')).toHaveLength(1)
  expect(refused.output()).toContain('NEXTAUTH_SECRET')
  const second = start({ ...webOnly, NEXTAUTH_SECRET: 'the same on every node' })
  await second.started
  expect(second.output()).toContain(`The product API is another one's, ${api}`)
  expect(second.output()).not.toContain('outbox')
  for (const each of [second, house]) {
    each.child.kill('SIGTERM')
    expect(await each.ended).toBe(0)
  }
})
