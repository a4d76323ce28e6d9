import { rmSync } from 'node:fs'
import http from 'node:http'
import { queryOnce } from '#testing/databases.ts'
import { buildVersion, versionBefore } from './older-versions.ts'
import type { DatabaseNode } from './patroni.ts'
import { until } from './processes.ts'
import { openSiteOfMany, type SiteOfMany } from './site-of-many.ts'

// A site of two web nodes, two product APIs and two workers under load, while its parts are restarted, upgraded and killed.

let before: string
let site: SiteOfMany
beforeAll(async () => {
  before = buildVersion(versionBefore())
  site = await openSiteOfMany(before)
}, 300_000)
afterAll(async () => {
  await site?.remove()
  rmSync(before, { recursive: true, force: true })
}, 60_000)

/** Its text only if it is a failure: there are hundreds of thousands. Times are in milliseconds. */
type Answer = { status: number; text: string; begunAt: number; doneAt: number }

/** One request over connections that stay open, as browsers' do. @returns status 0 if it is not answered. */
function ask(agent: http.Agent, url: string, options: http.RequestOptions = {}, body?: string): Promise<Answer> {
  return new Promise((resolve) => {
    const begunAt = performance.now()
    const answered = (status: number, text: string) => resolve({ status, text, begunAt, doneAt: performance.now() })
    const failed = (fault: Error) => answered(0, String(fault))
    const request = http.request(url, { agent, timeout: 60_000, ...options }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      const { statusCode: status = 0 } = response
      response.on('end', () => answered(status, status === 200 ? '' : text.slice(0, 200)))
      response.on('error', failed)
    })
    request.on('timeout', () => request.destroy(new Error('it was not answered')))
    request.on('error', failed)
    request.end(body)
  })
}

type Load = { reads: Answer[]; writes: (Answer & { email: string })[]; stop: () => Promise<void> }
let people = 0

/** Eight people who read cached pages, and four who sign up, over and over. */
function begin(): Load {
  const reads: Answer[] = []
  const writes: Load['writes'] = []
  let isOver = false
  const repeat = async (act: (agent: http.Agent) => Promise<void>) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) await act(agent)
    agent.destroy()
  }
  const pages = ['/', '/about-us', '/articles/fiction', '/books', '/sudoku']
  const read = async (agent: http.Agent) => {
    for (const page of pages) reads.push(await ask(agent, site.url + page))
  }
  const write = async (agent: http.Agent) => {
    const number = ++people
    const email = `person-${number}@example.com`
    const headers = {
      ...{ 'content-type': 'application/json', origin: site.url },
      'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    }
    const body = JSON.stringify({ name: 'Ada', email, password: 'horse battery staple' })
    const answer = await ask(agent, `${site.url}/api/users/signup`, { method: 'POST', headers }, body)
    writes.push({ ...answer, email })
  }
  const ended = Promise.all([
    ...Array.from({ length: 8 }, () => repeat(read)),
    ...Array.from({ length: 4 }, () => repeat(write)),
  ])
  return {
    reads,
    writes,
    stop: async () => {
      isOver = true
      await ended
    },
  }
}

const wrong = (answers: Answer[]) =>
  answers.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text}`)
const more = (list: unknown[], by: number) => {
  const wanted = list.length + by
  return until(() => list.length >= wanted)
}

/** Everyone whose sign-up was acknowledged has an account, and gets an email. */
async function expectNothingLost(writes: Load['writes']): Promise<void> {
  const acknowledged = writes.filter(({ status }) => status === 200).map(({ email }) => email)
  await until(() => acknowledged.every((email) => site.mail.taken.some(({ to }) => to.includes(email))), 500)
  const rows = await queryOnce<{ email: string }>(
    site.databaseUrl,
    "select email from users where email like 'person-%'",
  )
  const kept = new Set(rows.map(({ email }) => email))
  expect(acknowledged.filter((email) => !kept.has(email))).toEqual([])
}

const tell = (what: string, { reads, writes }: Load) =>
  process.stderr.write(`${what}: ${reads.length} reads, ${writes.length} writes\n`)

test.each(['upgraded from the version before', 'restarted'])(
  'every program is %s, one after the other: no request fails',
  async (what) => {
    const load = begin()
    await more(load.writes, 20)
    for (const program of site.programs) {
      await program.restart('.')
      await more(load.writes, 10)
    }
    await load.stop()
    tell(`every program ${what}`, load)
    expect(wrong(load.reads)).toEqual([])
    expect(wrong(load.writes)).toEqual([])
    await expectNothingLost(load.writes)
  },
  300_000,
)

/** The longest time in which no write was done, from a moment until now. */
function longestPause(writes: Load['writes'], from: number): number {
  const done = writes.filter(({ status, doneAt }) => status === 200 && doneAt > from).map(({ doneAt }) => doneAt)
  const times = [from, ...done.toSorted((a, b) => a - b)]
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
}

test('the database switches over, and then its primary is killed: cached pages are served, and no write is lost', async () => {
  await site.database.inStep()
  const load = begin()
  await more(load.writes, 20)
  const figures: string[] = []
  for (const [what, depart] of [
    ['switch-over', () => site.database.switchOver()],
    ['kill', (departing: DatabaseNode) => departing.kill()],
  ] as const) {
    const departing = await site.database.findPrimary()
    if (!departing) throw new Error('There is no primary')
    const departedAt = performance.now()
    await depart(departing)
    await until(async () => ![undefined, departing].includes(await site.database.findPrimary()))
    const replacedAt = performance.now()
    await until(() => load.writes.some(({ status, begunAt }) => status === 200 && begunAt > replacedAt))
    await more(load.writes, 20)
    const refused = load.writes.filter(({ status, doneAt }) => status !== 200 && doneAt > departedAt).length
    const [pause, replaced] = [longestPause(load.writes, departedAt), replacedAt - departedAt].map((ms) =>
      (ms / 1000).toFixed(1),
    )
    figures.push(
      `${what}: ${refused} writes refused, none done for ${pause} s at the longest, a new primary after ${replaced} s`,
    )
    if (what === 'kill') departing.start()
    await site.database.inStep()
  }
  await load.stop()
  tell(figures.join('; '), load)
  expect(wrong(load.reads)).toEqual([])
  expect(wrong(load.writes.filter(({ status }) => status !== 503))).toEqual([])
  await expectNothingLost(load.writes)
}, 300_000)

/** Everyone who comes while a part is away, and after it is back, is answered. */
async function expectNoFailure(what: string, whileAway: (load: Load) => Promise<void>): Promise<void> {
  const load = begin()
  await more(load.writes, 20)
  await whileAway(load)
  await more(load.writes, 20)
  await load.stop()
  tell(what, load)
  expect(wrong([...load.reads, ...load.writes])).toEqual([])
  await expectNothingLost(load.writes)
}

test('Redis is killed, and started again: no request fails', async () => {
  await expectNoFailure('Redis killed', async ({ writes }) => {
    await site.redis.kill()
    await more(writes, 100)
    await site.redis.start()
  })
}, 300_000)

test('one etcd is killed, and then all of them for longer than the primary’s key lasts: no request fails', async () => {
  await site.database.inStep()
  await expectNoFailure('etcd killed', async ({ writes }) => {
    const { etcds } = site.database
    await etcds[0]?.kill()
    await more(writes, 100)
    for (const etcd of etcds) await etcd.kill()
    const killedAt = performance.now()
    await until(() => performance.now() > killedAt + 30_000)
    await more(writes, 100)
    await Promise.all(etcds.map(({ start }) => start()))
    await site.database.inStep()
  })
}, 300_000)

test('one of two HAProxies is killed: only requests that were under way may fail', async () => {
  const load = begin()
  await more(load.writes, 20)
  const [proxy] = site.proxies
  await proxy?.kill()
  const diedAt = performance.now()
  await more(load.writes, 100)
  await proxy?.start()
  await more(load.writes, 20)
  await load.stop()
  const all = [...load.reads, ...load.writes]
  const failed = all.filter(({ status }) => status !== 200)
  tell(`HAProxy killed, ${failed.length} requests failed`, load)
  expect(wrong(failed.filter(({ begunAt }) => begunAt > diedAt))).toEqual([])
  await expectNothingLost(load.writes)
}, 300_000)
