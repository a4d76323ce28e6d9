import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Ready } from '#start/start-product-api.ts'
import { run, temporaryFolder } from '#testing/children.ts'
import { type Cluster, type Departure, findServerPrograms, openCluster } from '#testing/cluster.ts'
import { isThorough } from '#testing/thoroughness.ts'

const folder = temporaryFolder()
const programs = findServerPrograms()
const { hostname } = new URL(process.env.TEST_DATABASE_URL ?? 'postgres://localhost')
const isThisMachine = ['localhost', '127.0.0.1', '[::1]', ''].includes(hostname)
// If the server runs on another machine, this one need not have its programs.
const testWithServer = programs || isThisMachine ? test : test.skip

const writers = 6
const departures: Departure[] = Array.from(
  { length: isThorough ? 3 : 1 },
  () => ['fast', 'immediate', 'kill'] as const,
).flat()

type Said = { status: number; retryAfter: string | null }
type Loop = { acknowledged: string[]; said: Said[]; stop: () => void; ended: Promise<unknown> }

let count = 0

async function say(url: string, body?: { from: number; json: unknown }): Promise<Said> {
  // An address each: what one client may do in an hour is not what this is about.
  const from = `10.0.${(body?.from ?? 0) >> 8}.${(body?.from ?? 0) & 255}`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  const response = await fetch(url, body && { method: 'POST', headers, body: JSON.stringify(body.json) })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

/** Signs one person up after the other, and reads in between; what is refused for now is tried again as it was. */
function useIt(address: string): Loop {
  const stopping = new AbortController()
  const loop: Loop = { acknowledged: [], said: [], stop: () => stopping.abort(), ended: Promise.resolve() }
  const go = async () => {
    while (!stopping.signal.aborted) {
      const from = ++count
      const email = `person-${from}@example.com`
      const json = { name: 'Ada', email, password: 'horse battery staple' }
      let said: Said
      do {
        said = await say(`${address}/users/signup`, { from, json })
        loop.said.push(said)
        loop.said.push(await say(`${address}/contents`))
      } while (said.status === 503)
      if (said.status === 200) loop.acknowledged.push(email)
    }
  }
  loop.ended = Promise.all(Array.from({ length: writers }, go))
  return loop
}

let cluster: Cluster
afterAll(() => cluster?.remove())

testWithServer(
  'restarted, stopped at once and killed under load: the process lives and no acknowledged sign-up is lost',
  async () => {
    if (!programs) throw new Error('PostgreSQL runs on this machine, but its programs (initdb, pg_ctl) were not found')
    cluster = await openCluster(programs)
    const child = run('product-api/main.ts', [], {
      env: {
        ...{ NODE_ENV: 'test', PATH: process.env.PATH, PRODUCT_API_PORT: '0', SEED: 'off', LOG_LEVEL: 'error' },
        ...{ DATABASE_URL: cluster.url, DATA_DIR: folder },
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const { address } = await new Promise<Ready>((resolve, reject) => {
      child.process.once('message', (message) => resolve(message as Ready))
      void child.ended.then(({ stderr }) => reject(new Error(stderr)))
    })
    const crashed = child.ended.then(({ stdout, stderr }) => {
      throw new Error(`The product API ended: ${stdout}${stderr}`)
    })
    const loop = useIt(address)
    const more = async (than: number) => {
      while (loop.acknowledged.length <= than) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const disturb = async () => {
      for (const how of departures) {
        await more(loop.acknowledged.length + 1)
        await cluster.stop(how)
        await cluster.start()
      }
      await more(loop.acknowledged.length + 1)
      loop.stop()
      await loop.ended
    }
    await Promise.race([crashed, disturb(), loop.ended])

    const isPromised = ({ status, retryAfter }: Said) => status === 200 || (status === 503 && Number(retryAfter) > 0)
    expect(loop.said.filter((said) => !isPromised(said))).toEqual([])

    const client = new pg.Client(cluster.url)
    await client.connect()
    const { rows } = await client.query<{ email: string }>("select email from users where email like 'person-%'")
    await client.end()
    expect(rows.map(({ email }) => email).sort()).toEqual([...loop.acknowledged].sort())

    const { status } = await say(`${address}/readyz`)
    expect(status).toBe(200)
    child.process.kill('SIGTERM')
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' })
    const greeted = readdirSync(path.join(folder, 'outbox')).map((name) => {
      return /^To: (.+)\r$/m.exec(readFileSync(path.join(folder, 'outbox', name), 'utf8'))?.[1]
    })
    expect(loop.acknowledged.length).toBeGreaterThan(departures.length)
    expect(greeted.length).toBeGreaterThan(0)
  },
  300_000,
)
