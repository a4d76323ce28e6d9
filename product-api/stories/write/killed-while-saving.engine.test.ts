import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import type { WorkingCopy, Written } from '#contract/story-writing.ts'
import type { SignedIn } from '#contract/users.ts'
import type { Ready } from '#start/start-product-api.ts'
import { run, temporaryFolder } from '#testing/children.ts'
import { connectionOf } from '#testing/databases.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { isThorough, printedRandom } from '#testing/thoroughness.ts'

const folder = temporaryFolder()
const isNative = globalThis.testDatabase === 'native'
const savesOfEach = isThorough ? 150 : isNative ? 60 : 20
/** A start on the embedded database takes twice the work. */
const kills = isThorough ? 6 : isNative ? 3 : 1

let child: ChildProcess
let up: Promise<string>
let token = ''

function start(): void {
  const ours = { NODE_ENV: 'test', PATH: process.env.PATH, PRODUCT_API_PORT: '0', SEED: 'off', LOG_LEVEL: 'error' }
  const database = isNative ? { DATABASE_URL: connectionOf('native').connectionString } : {}
  const started = run('product-api/main.ts', [], {
    env: { ...ours, ...database, DATA_DIR: folder } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child = started.process
  up = new Promise((resolve, reject) => {
    started.process.once('message', (message) => resolve((message as Ready).address))
    void started.ended.then(({ stderr }) => reject(new Error(`It did not start: ${stderr}`)))
  })
}

/** Killed immediately, in the middle of whatever it does; another one takes its place. */
async function kill(): Promise<void> {
  await up
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  start()
}

/** Asks until a process answers: a request to a process that died is sent again unchanged. */
async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  for (;;) {
    const address = await up
    const sent = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
      .then(async (response) => ({ status: response.status, answer: (await response.json()) as T }))
      .catch(() => undefined)
    if (sent?.status === 200) return sent.answer
    if (sent && sent.status !== 503) throw new Error(`${sent.status} ${JSON.stringify(sent.answer)}`)
    // It is dead, and the next one may not have been started yet.
    if (!sent && (await up) === address) await new Promise((resolve) => child.once('exit', resolve))
  }
}

let sent = 0
let acknowledged = 0

async function saveOften(isDraft: boolean): Promise<void> {
  const key = isDraft ? '11111111-1111-4111-8111-111111111111' : '22222222-2222-4222-8222-222222222222'
  const first = { title: 'Lamp', content: '<p>Save 0.</p>', isDraft, draft_key: key }
  let { id, version } = await ask<Written>('POST', '/contents', first)
  for (let save = 1; save <= savesOfEach; save++) {
    sent++
    const content = `<p>Save ${save}.</p>`
    version = (await ask<Written>('PUT', `/contents/${id}`, { content, isDraft: true, version })).version
    acknowledged++
    // Each of them once: none was lost, and none was done twice because its answer was.
    expect(version).toBe(save + 1)
    if (save % 10 > 0) continue
    const copy = await ask<WorkingCopy>('GET', `/contents/${id}/working-copy`)
    expect(copy).toMatchObject({ content, version })
  }
}

async function killNowAndThen(): Promise<void> {
  const random = printedRandom('killed while saving')
  for (let count = 1; count <= kills; count++) {
    const moment = ((count - random()) * 2 * savesOfEach) / kills
    while (sent < moment) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => setTimeout(resolve, random() * 10))
    await kill()
  }
}

afterAll(async () => {
  child.kill('SIGKILL')
  if (!isNative) return
  const pool = new pg.Pool(connectionOf('native'))
  await emptyTables(pool)
  await pool.end()
})

test('killed at random moments of many saves, it has every one that it acknowledged', async () => {
  start()
  const account = { email: 'ada@example.com', password: 'horse battery staple' }
  await ask('POST', '/users/signup', { name: 'Ada', ...account })
  token = (await ask<SignedIn>('POST', '/users/login', account)).token
  await Promise.all([saveOften(true), saveOften(false), killNowAndThen()])
  expect(acknowledged).toBe(2 * savesOfEach)
}, 300_000)
