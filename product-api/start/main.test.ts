import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Child, ready, run, temporaryFolder } from '#testing/children.ts'
import { openSmtpSink } from '#testing/smtp-sink.ts'
import type { Ready } from './start-product-api.ts'

const folder = temporaryFolder()
// One store for all tests but those of a first start: opening is quicker than making.
const store = path.join(folder, 'store')
const seededStories = readdirSync('product-api/seed/stories').length
jest.setTimeout(300_000)

type Settings = Record<string, string>

function start(settings: Settings): Child {
  const env = environment({ LOG_LEVEL: 'warn', ...settings })
  return run('product-api/main.ts', [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
}

function environment(settings: Settings): NodeJS.ProcessEnv {
  return { NODE_ENV: 'test', PATH: process.env.PATH, PRODUCT_API_PORT: '0', SEED: 'off', ...settings }
}

async function eventually(found: () => boolean): Promise<void> {
  for (const patience = performance.now() + 60_000; !found(); await delay(10)) {
    if (performance.now() > patience) throw new Error('It did not happen')
  }
}

test('an empty folder becomes a store; without a parent the generated password is on the terminal, once', async () => {
  const first = run('product-api/main.ts', [], { env: environment({ DATA_DIR: store, SEED: 'on', LOG_LEVEL: 'warn' }) })
  await first.says(/The first administrator is admin@bytewise\.example with the password [\w-]{16}\n/)
  first.process.kill('SIGTERM')
  const { code, stdout, stderr } = await first.ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const password = /password ([\w-]{16})/.exec(stdout)?.[1] ?? '-'
  expect(stdout.split(password)).toHaveLength(2)
})

let clients = 0
/** Each from another client: many from one would have something to reckon first. */
const subscribe = (address: string, email: string) =>
  fetch(`${address}/newsletters/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.0.${++clients}` },
    body: JSON.stringify({ email }),
  })
const inOutbox = () => {
  const folder = path.join(store, 'outbox')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  return names.map((name) => /^To: (.+)\r$/m.exec(readFileSync(path.join(folder, name), 'utf8'))?.[1])
}

// One process for all that can be seen of a process that runs: each start costs seconds of the processor.
describe('started on a store', () => {
  const vacuumed = path.join(store, 'database.vacuumed')
  let running: Child
  let said: Ready
  beforeAll(async () => {
    rmSync(vacuumed, { force: true })
    running = start({ DATA_DIR: store, SEED: 'on' })
    said = await ready(running)
  })

  test('it has the stories and the administrator of the first start, once', async () => {
    expect(said).toMatchObject({ database: 'embedded', stories: seededStories })
    expect(said.admin).toEqual({ email: 'admin@bytewise.example', created: false })
    expect(await (await fetch(`${said.address}/contents/record/count`)).json()).toEqual({ count: seededStories })
    expect((await fetch(`${said.address}/contents/search?content=the+or+and+or+story`)).status).toBe(200)
  })

  test('sends emails after the calls that cause them', async () => {
    expect((await fetch(`${said.address}/readyz`)).status).toBe(200)
    expect((await subscribe(said.address, 'quick@example.com')).status).toBe(200)
    await eventually(() => inOutbox().includes('quick@example.com'))
  })

  test('a client that sends its request too slowly is dropped', async () => {
    const socket = connect(Number(new URL(said.address).port), '127.0.0.1')
    socket.write('GET /contents HTTP/1.1\r\nHost: x\r\n')
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*x-content-type-options: nosniff/)
  })

  test('without visitors its database gets the idle moments that its maintenance needs', () =>
    eventually(() => existsSync(vacuumed)))

  test('a second process is refused the folder, in one sentence', async () => {
    const { code, stderr } = await start({ DATA_DIR: store }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The data folder .+ is in use by another process \(process \d+\): stop it, or set DATA_DIR/)
  })

  test('stops even if a subscriber still listens to the change feed', async () => {
    const feed = await fetch(`${said.address}/changes`)
    expect(feed.status).toBe(200)
    running.process.kill('SIGINT')
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' })
    await feed.body?.cancel().catch(() => undefined)
  })
})

test('emails that wait or are under way when the process is killed are sent by the next one, with settings of a file', async () => {
  const sink = await openSmtpSink()
  sink.behave('hangs')
  const people = Array.from({ length: 12 }, (_, index) => `killed-${index}@example.com`)
  const first = start({ DATA_DIR: store, SMTP_URL: sink.url })
  const { address } = await ready(first)
  for (const email of people) expect((await subscribe(address, email)).status).toBe(200)
  first.process.kill('SIGKILL')
  await first.ended
  await sink.close()
  expect(sink.taken).toEqual([])

  const file = path.join(folder, 'settings')
  writeFileSync(file, `DATA_DIR=${store}\nREDIS_URL=redis://127.0.0.1:1\nPRODUCT_NAME=Night Shift\nSEED=perhaps\n`)
  const second = start({ ENV_FILE: file })
  const { address: secondAddress } = await ready(second)
  await eventually(() => people.every((email) => inOutbox().includes(email)))
  await second.says(/"reason":"[^"]*ECONNREFUSED[^"]*","msg":"REDIS_URL does not answer: /)
  const health = await fetch(`${secondAddress}/readyz`)
  expect(health.status).toBe(200)
  expect(await health.json()).toMatchObject({ status: 'ok', redis: expect.stringContaining('does not answer') })
  expect(await (await fetch(`${secondAddress}/openapi.json`)).json()).toMatchObject({ info: { title: 'Night Shift' } })
  // Ends with its parent, too.
  second.process.disconnect()
  const { code, stdout } = await second.ended
  expect(code).toBe(0)
  expect(stdout.split('REDIS_URL')).toHaveLength(2)
  expect(inOutbox().filter((email) => email?.startsWith('killed-'))).toHaveLength(people.length)
})

describe('a wrong setting ends the start with one sentence', () => {
  test('a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const child = start({ DATA_DIR: store, PRODUCT_API_PORT: String(port) })
    expect(await child.ended).toMatchObject({
      code: 1,
      stderr: `The product API can't listen on 127.0.0.1:${port}: another program uses this port; stop it or set PRODUCT_API_PORT\n`,
    })
    server.close()
  })

  test('a setting that is wrong', async () => {
    const child = start({ SEED: 'perhaps' })
    expect(await child.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The setting SEED is wrong: .+\n$/),
    })
  })

  test('an address of the web that is none', async () => {
    expect(await start({ WEB_ADDRESSES: '10.0.0.1, web-2' }).ended).toMatchObject({
      code: 1,
      stderr:
        'The setting WEB_ADDRESSES is wrong: "web-2" is neither an IP address nor a range of them such as 10.0.0.0/8\n',
    })
  })

  test('a database that does not answer', async () => {
    const child = start({ DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' })
    const { code, stderr } = await child.ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The database of DATABASE_URL \(127\.0\.0\.1:1\) can't be used: .+\n$/)
    expect(stderr).not.toContain('hidden')
  })
})
