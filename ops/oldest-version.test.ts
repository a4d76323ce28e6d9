import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { send, signIn } from '#bench/support/signed-in.ts'
import { paths } from '#contract/paths.ts'
import { type RunningProduct, runProduct } from '#scripts/run-product.ts'
import { run, temporaryFolder } from '#testing/children.ts'
import { type Cluster, findServerPrograms, freePort, openCluster } from '#testing/cluster.ts'
import { openSmtpSink, type SmtpSink } from '#testing/smtp-sink.ts'
import { buildVersion, oldestVersion } from './older-versions.ts'

// A site of the oldest version is filled, stopped, and started with today's program.

jest.setTimeout(600_000)

const home = temporaryFolder()
let old: string
let cluster: Cluster
let mail: SmtpSink
let running: RunningProduct | undefined
beforeAll(async () => {
  old = buildVersion(oldestVersion)
  cluster = await openCluster(findServerPrograms() ?? '')
  mail = await openSmtpSink()
})
afterAll(async () => {
  running?.child.kill('SIGKILL')
  await mail?.close()
  await cluster?.remove()
  rmSync(old, { recursive: true, force: true })
})

type Story = { slug: string; title: string; content: string }

/** Every story, as a reader reads it: without its markup, which versions may write in another way. */
async function storiesOf({ apiUrl }: RunningProduct): Promise<Story[]> {
  const answer = await fetch(`${apiUrl}/contents?include=content&limit=30`)
  const stories = (await answer.json()) as Story[]
  return stories.map(({ slug, title, content }) => ({
    slug,
    title,
    content: content.replace(/<[^>]*>|\s+/g, ' ').trim(),
  }))
}

/** Waits for an email with a link to this path. @returns the last part of the link. */
async function linkIn(to: string, before: string): Promise<string> {
  for (;;) {
    for (const { raw } of mail.taken.filter((one) => one.to.includes(to))) {
      const { text = '' } = await PostalMime.parse(raw)
      const [, token] = text.split(before)
      if (token) return decodeURIComponent(token.split(/[\s>"]/)[0] ?? '')
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const userOf = async ({ url }: RunningProduct, cookie: string) =>
  (await fetch(`${url}/api/users/current_user`, { headers: { cookie } })).json()

test.each(['embedded', 'native'])(
  'the %s store of the oldest version is today’s, with everything in it',
  async (engine) => {
    const DATA_DIR = path.join(home, engine)
    mkdirSync(DATA_DIR)
    const database = { ...(engine === 'native' && { DATABASE_URL: cluster.url }) }
    const settings = {
      ...{ PORT: await freePort(), PRODUCT_API_PORT: await freePort(), DATA_DIR },
      ...{ SMTP_URL: mail.url, ...database },
    }
    const person = { name: 'Ada', email: `ada-${engine}@example.com`, password: 'a quiet word of the oldest version' }
    const reader = `reader-${engine}@example.com`

    const first = await runProduct(settings, { folder: old })
    running = first
    await send('POST', `${first.url}/api/users/signup`, '', person)
    const session = await signIn(first.url, person)
    expect(await userOf(first, session)).toMatchObject({ email: person.email })
    await send('POST', `${first.url}/api/newsletters/subscribe`, '', { email: reader, category: 'fiction' })
    const proof = await linkIn(person.email, paths.confirmEmail(''))
    const confirmation = await linkIn(reader, paths.confirmSubscription(''))
    const stories = await storiesOf(first)
    expect(stories).toHaveLength(28)
    await first.stop()

    const today = await runProduct(settings)
    running = today
    expect(await storiesOf(today)).toEqual(stories)
    expect(await userOf(today, session)).toMatchObject({ email: person.email, email_proven: false })
    expect(await userOf(today, await signIn(today.url, person))).toMatchObject({ email: person.email })
    await send('POST', `${today.url}/api/users/confirm-email`, session, { token: proof })
    expect(await userOf(today, session)).toMatchObject({ email_proven: true })
    const confirmed = await fetch(`${today.url}/api/newsletters/confirm/${confirmation}`, {
      headers: { accept: 'application/json' },
    })
    expect([confirmed.status, await confirmed.text()]).toEqual([200, expect.stringContaining('confirmed')])
    await today.stop()

    const env = {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR,
      ...database,
    } as const
    expect(await run('scripts/backup.ts', [], { env }).ended).toMatchObject({ code: 0 })
    expect(await run('scripts/restore.ts', ['--check'], { env }).ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/restorable, \d+ s/),
    })
  },
)
