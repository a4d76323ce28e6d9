import type { SystemCheck, SystemState } from '#contract/system.ts'
import { runProduct } from '#scripts/run-product.ts'
import { run, temporaryFolder } from '#testing/children.ts'
import { type Cluster, findServerPrograms, freePort, openCluster } from '#testing/cluster.ts'
import { queryOnce } from '#testing/databases.ts'
import { until } from './processes.ts'

const folder = temporaryFolder()
const opened: Cluster[] = []
afterAll(async () => {
  for (const cluster of opened) await cluster.remove()
})

/** A primary and a standby that has every write before it is acknowledged. */
async function openPair(): Promise<{ primary: Cluster; standby: Cluster }> {
  const primary = await openCluster(findServerPrograms() ?? '')
  opened.push(primary)
  const standby = await primary.addStandby()
  opened.push(standby)
  await queryOnce(primary.url, "alter system set synchronous_standby_names = '*'")
  await queryOnce(primary.url, 'select pg_reload_conf()')
  const isInStep = () => queryOnce(primary.url, "select from pg_stat_replication where sync_state = 'sync'")
  while ((await isInStep()).length === 0) await new Promise(setImmediate)
  return { primary, standby }
}

/** Does one thing after the other, as several people do, until it is stopped. */
function repeat(people: number, act: () => Promise<void>): { stop: () => Promise<unknown> } {
  let isOver = false
  const go = async () => {
    while (!isOver) await act()
  }
  const ended = Promise.all(Array.from({ length: people }, go))
  const stop = () => {
    isOver = true
    return ended
  }
  return { stop }
}

/** The findings of `npm run doctor` about a database. */
async function examineDatabase(url: string): Promise<SystemCheck | undefined> {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: url }
  const { stdout } = await run('scripts/doctor.ts', ['--json'], { env }).ended
  return (JSON.parse(stdout) as SystemState).checks.find(({ part }) => part === 'database')
}

test('the primary is killed under load: cached pages are served throughout, and no acknowledged write is lost', async () => {
  const { primary, standby } = await openPair()
  const { host } = new URL(standby.url)
  const product = await runProduct({
    ...{ PORT: await freePort(), PRODUCT_API_PORT: await freePort(), DATA_DIR: folder },
    DATABASE_URL: `${primary.url.replace(/\/postgres$/, `,${host}/postgres`)}?target_session_attrs=read-write`,
  })
  expect(await examineDatabase(primary.url)).toMatchObject({ facts: expect.arrayContaining(['1 standby']) })
  expect(await examineDatabase(standby.url)).toMatchObject({ state: 'bad', findings: [{ code: 'database-standby' }] })
  const home = await (await fetch(product.url)).text()
  const stories = [...new Set(home.match(/\/article\/[\w-]+/g))].slice(0, 10)
  const pages = ['/', '/about-us', ...stories].map((path) => product.url + path)
  for (const page of pages) expect((await fetch(page)).status).toBe(200)

  const reads: number[] = []
  const readers = repeat(4, async () => {
    for (const page of pages) {
      const response = await fetch(page)
      await response.arrayBuffer()
      reads.push(response.status)
    }
  })
  const acknowledged: string[] = []
  const refused: number[] = []
  let count = 0
  const writers = repeat(4, async () => {
    const number = ++count
    const email = `person-${number}@example.com`
    // An address each: what one client may do in an hour is not what this is about.
    const from = `10.0.${number >> 8}.${number & 255}`
    const response = await fetch(`${product.apiUrl}/users/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ name: 'Ada', email, password: 'horse battery staple' }),
    })
    await response.arrayBuffer()
    if (response.status === 200) acknowledged.push(email)
    else refused.push(response.status)
  })
  const more = (list: unknown[], by: number) => {
    const wanted = list.length + by
    return until(() => list.length >= wanted, 10)
  }

  await more(acknowledged, 20)
  await primary.stop('kill')
  // Nobody takes over for a while.
  await more(refused, 8)
  await more(reads, 500)
  const promotedAt = performance.now()
  await standby.promote()
  await more(acknowledged, 1)
  const writesAgainMs = performance.now() - promotedAt
  await more(acknowledged, 20)
  await Promise.all([readers.stop(), writers.stop()])

  expect(reads.filter((status) => status !== 200)).toEqual([])
  expect(refused.filter((status) => status !== 503)).toEqual([])
  const rows = await queryOnce<{ email: string }>(standby.url, "select email from users where email like 'person-%'")
  const kept = new Set(rows.map(({ email }) => email))
  expect(acknowledged.filter((email) => !kept.has(email))).toEqual([])
  expect(writesAgainMs).toBeLessThan(30_000)
  await product.stop()
  const figures = `${reads.length} reads, ${acknowledged.length} writes; written again after ${writesAgainMs.toFixed(0)} ms`
  process.stderr.write(`${figures}\n`)
})
