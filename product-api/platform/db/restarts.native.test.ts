import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ready, run, temporaryFolder } from '#testing/children.ts'
import { type Cluster, type Departure, findServerPrograms, openCluster } from '#testing/cluster.ts'
import { queryOnce } from '#testing/databases.ts'
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

const opened: Cluster[] = []
afterAll(async () => {
  for (const cluster of opened) await cluster.remove()
})

async function openPrimary(): Promise<Cluster> {
  if (!programs) throw new Error('PostgreSQL runs on this machine, but its programs (initdb, pg_ctl) were not found')
  const cluster = await openCluster(programs)
  opened.push(cluster)
  return cluster
}

async function startApi(databaseUrl: string) {
  const dataDir = path.join(folder, String(++count))
  const child = run('product-api/main.ts', [], {
    env: {
      ...{ NODE_ENV: 'test', PATH: process.env.PATH, PRODUCT_API_PORT: '0', SEED: 'off', LOG_LEVEL: 'error' },
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { address } = await ready(child)
  const crashed = child.ended.then(({ stdout, stderr }) => {
    throw new Error(`The product API ended: ${stdout}${stderr}`)
  })
  const end = async () => {
    child.process.kill('SIGTERM')
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' })
  }
  return { address, crashed, end, dataDir }
}

/** Waits until one more sign-up than now is acknowledged. */
async function anotherOf({ acknowledged }: Loop): Promise<void> {
  const before = acknowledged.length
  while (acknowledged.length <= before) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Every answer was a success or told when to try again, and the database has exactly what was acknowledged. */
async function expectKept({ said, acknowledged }: Loop, url: string): Promise<void> {
  const isPromised = ({ status, retryAfter }: Said) => status === 200 || (status === 503 && Number(retryAfter) > 0)
  expect(said.filter((each) => !isPromised(each))).toEqual([])
  const rows = await queryOnce<{ email: string }>(url, "select email from users where email like 'person-%'")
  expect(rows.map(({ email }) => email).sort()).toEqual([...acknowledged].sort())
}

testWithServer(
  'restarted, stopped at once and killed under load: the process lives and no acknowledged sign-up is lost',
  async () => {
    const cluster = await openPrimary()
    const { address, crashed, end, dataDir } = await startApi(cluster.url)
    const loop = useIt(address)
    const disturb = async () => {
      for (const how of departures) {
        await anotherOf(loop)
        await cluster.stop(how)
        await cluster.start()
      }
      await anotherOf(loop)
      loop.stop()
      await loop.ended
    }
    await Promise.race([crashed, disturb(), loop.ended])
    await expectKept(loop, cluster.url)

    const { status } = await say(`${address}/readyz`)
    expect(status).toBe(200)
    await end()
    const greeted = readdirSync(path.join(dataDir, 'outbox')).map((name) => {
      return /^To: (.+)\r$/m.exec(readFileSync(path.join(dataDir, 'outbox', name), 'utf8'))?.[1]
    })
    expect(loop.acknowledged.length).toBeGreaterThan(departures.length)
    expect(greeted.length).toBeGreaterThan(0)
  },
  300_000,
)

testWithServer(
  'a standby takes over under load: writes go on there, no acknowledged one is lost, and the old server is left alone',
  async () => {
    const old = await openPrimary()
    const next = await old.addStandby()
    opened.push(next)
    const { host } = new URL(next.url)
    const [both, onlyOld] = await Promise.all([
      startApi(`${old.url.replace(/\/postgres$/, `,${host}/postgres`)}?target_session_attrs=read-write`),
      startApi(old.url),
    ])
    const loop = useIt(both.address)
    const switchOver = async () => {
      await anotherOf(loop)
      await old.stop('fast')
      await next.promote()
      await anotherOf(loop)
      // The old server is there again, and first of both: it answers reads, and would refuse writes.
      await old.follow(next)
      await queryOnce(
        next.url,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bytewise'",
      )
      await anotherOf(loop)
      loop.stop()
      await loop.ended
    }
    await Promise.race([both.crashed, onlyOld.crashed, switchOver(), loop.ended])
    await expectKept(loop, next.url)

    const apis = [both, onlyOld]
    const states = () => Promise.all(apis.map(async ({ address }) => (await say(`${address}/readyz`)).status))
    expect(await states()).toEqual([200, 503])
    await expect(startApi(old.url)).rejects.toThrow(
      /^The database of DATABASE_URL \(.+\) can't be used: it is a standby/,
    )

    // And back: also for a process that has only one address, whose server takes writes again.
    await next.stop('fast')
    await old.promote()
    expect(await states()).toEqual([200, 200])
    await Promise.all(apis.map(({ end }) => end()))
  },
  300_000,
)
