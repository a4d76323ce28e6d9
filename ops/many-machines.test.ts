import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import http from 'node:http'
import { queryOnce } from '#testing/databases.ts'
import { type DatabaseNode, until } from './patroni.ts'
import { unpackPreviousVersion } from './previous-version.ts'
import { openSiteOfMany, type SiteOfMany } from './site-of-many.ts'

// A site of two web nodes, two product APIs and two workers under load, while its parts are restarted, upgraded and killed.

const { folder: before } = unpackPreviousVersion()
let site: SiteOfMany
beforeAll(async () => {
  const options = { cwd: before, stdio: 'ignore' } as const
  execFileSync('npm', ['ci', '--omit=dev'], options)
  execFileSync('npm', ['run', 'build'], options)
  site = await openSiteOfMany(before)
}, 300_000)
afterAll(async () => {
  await site?.remove()
  rmSync(before, { recursive: true, force: true })
}, 60_000)

/** Its text only if it is a failure: there are hundreds of thousands. */
type Answer = { status: number; text: string }

/** One request over connections that stay open, as browsers' do. @returns status 0 if it is not answered. */
function ask(agent: http.Agent, url: string, options: http.RequestOptions = {}, body?: string): Promise<Answer> {
  return new Promise((resolve) => {
    const failed = (fault: Error) => resolve({ status: 0, text: String(fault) })
    const request = http.request(url, { agent, timeout: 60_000, ...options }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      const { statusCode: status = 0 } = response
      response.on('end', () => resolve({ status, text: status === 200 ? '' : text.slice(0, 200) }))
      response.on('error', failed)
    })
    request.on('timeout', () => request.destroy(new Error('it was not answered')))
    request.on('error', failed)
    request.end(body)
  })
}

type Load = { reads: Answer[]; writes: (Answer & { email: string; at: number })[]; stop: () => Promise<void> }
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
    writes.push({ ...answer, email, at: performance.now() })
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

test('the database switches over, and then its primary is killed: cached pages are served, and no write is lost', async () => {
  await site.database.inStep()
  const load = begin()
  await more(load.writes, 20)
  const figures: string[] = []
  let departing: DatabaseNode | undefined
  for (const [what, depart] of [
    ['switch-over', () => site.database.switchOver()],
    ['kill', () => departing?.kill()],
  ] as const) {
    departing = await site.database.findPrimary()
    const before = load.writes.length
    const departedAt = performance.now()
    await depart()
    await until(() => load.writes.slice(before).some(({ status, at }) => status === 200 && at > departedAt + 1_000))
    await more(load.writes, 20)
    const during = load.writes.slice(before)
    const back = during.find(
      ({ status, at }, index) =>
        status === 200 && at > departedAt && during.slice(index).every((one) => one.status === 200),
    )
    const refused = during.filter(({ status }) => status !== 200).length
    figures.push(
      `${what}: ${refused} writes refused, written again after ${((back?.at ?? 0) - departedAt).toFixed(0)} ms`,
    )
    if (what === 'kill') departing?.start()
    await site.database.inStep()
  }
  await load.stop()
  tell(figures.join('; '), load)
  expect(wrong(load.reads)).toEqual([])
  expect(load.writes.filter(({ status }) => ![200, 503].includes(status))).toEqual([])
  await expectNothingLost(load.writes)
}, 300_000)
