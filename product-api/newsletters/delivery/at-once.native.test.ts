import { randomUUID } from 'node:crypto'
import type { Actor } from '#platform/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-locks.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Mail } from '#platform/mail/message.ts'
import { markSubscriber } from '#subscriptions/subscribing/repository.ts'
import { welcomeSubscriber } from '#subscriptions/welcome-subscriber.ts'
import { api, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory } from '#testing/factories.ts'
import { aSubscriber } from '#testing/newsletters.ts'
import { isThorough } from '#testing/thoroughness.ts'
import { whileUncommitted } from '#testing/while-uncommitted.ts'
import { storyHtml } from '#testing/writers.ts'
import { createSend, insertPersonalRecipients, markSend } from '../audience/send-repository.ts'
import { addToDigest } from '../digest/send-digests.ts'
import { finishSends } from './finish-sends.ts'
import { snapshotAudience } from './snapshot-audience.ts'

withApi()

/** A story, and the one subscriber of its list. */
async function oneOfEach() {
  const by = await anAdmin()
  await aSubscriber({ category: 'fiction', frequency: 'weekly' })
  const { id: story } = await aStory({ category: 'fiction' })
  await mails()
  const { rows } = await api().pool.query('select id from subscribers')
  return { by: by.id, story, subscriberId: rows[0].id as string }
}

async function aCampaign(by: string): Promise<string> {
  const body = { code: 'a code for tests', category: 'fiction', frequency: 'weekly', env: 'prod' }
  return ((await (await send('POST', '/newsletters/send', { as: by, body })).json()) as { send: string }).send
}

/** Another send writes down that the subscriber gets the story. */
async function anotherSend(tx: Db, { story, subscriberId }: { story: string; subscriberId: string }): Promise<void> {
  const { context } = api()
  const now = context.now()
  await lockUntilCommit(tx, 'storyHistory')
  const of = { kind: 'digest', env: 'prod', period: 'now', key: 'another', state: 'sending' } as const
  const other = (await createSend(context, tx, of)) ?? ''
  const stories = [{ id: story, publishedAt: now }]
  await insertPersonalRecipients(
    tx,
    other,
    [{ subscriberId, subscriptionId: null, domain: 'example.com', stories }],
    now,
  )
}

const recipientsOf = async (sendId: string) =>
  (await api().pool.query('select from send_recipients where send_id = $1', [sendId])).rowCount

test('two simultaneous snapshots give no one a story twice', async () => {
  const { by, ...both } = await oneOfEach()
  const sendId = await aCampaign(by)
  await whileUncommitted(
    (tx) => anotherSend(tx, both),
    () => snapshotAudience(api().context, { sendId }),
  )
  expect(await recipientsOf(sendId)).toBe(0)
})

test('a snapshot leaves out a reader who is being welcomed with the story', async () => {
  const { by, story, subscriberId } = await oneOfEach()
  const sendId = await aCampaign(by)
  await whileUncommitted(
    async (tx) => {
      await lockUntilCommit(tx, 'storyHistory')
      await markSubscriber(tx, subscriberId, { welcomeStories: [story] })
    },
    () => snapshotAudience(api().context, { sendId }),
  )
  expect(await recipientsOf(sendId)).toBe(0)
})

test('a welcome during a snapshot leaves out the story that the snapshot gives the reader', async () => {
  const { story, subscriberId } = await oneOfEach()
  const { pool, context } = api()
  await pool.query('update subscribers set welcomed_at = null')
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => undefined }
  await whileUncommitted(
    (tx) => anotherSend(tx, { story, subscriberId }),
    () => welcomeSubscriber({ ...context, mailer }, subscriberId),
  )
  expect(sent).toEqual([])
})

test('a digest is not finished while recipients are being added', async () => {
  const { story, subscriberId } = await oneOfEach()
  const { context, pool } = api()
  const now = context.now()
  const recipient = {
    subscriberId,
    subscriptionId: null,
    domain: 'example.com',
    stories: [{ id: story, publishedAt: now }],
  }
  await transaction(context.db, (tx) => addToDigest(context, tx, [recipient], now))
  await pool.query("update send_recipients set state = 'sent'")
  const another = { ...recipient, subscriberId: randomUUID() }
  await whileUncommitted(
    (tx) => addToDigest(context, tx, [another], now),
    () => finishSends(context, context.newsletters),
  )
  const { rows } = await pool.query('select state, queued, sent from sends')
  expect(rows).toEqual([{ state: 'sending', queued: 1, sent: 1 }])
})

test('a send that is cancelled during the snapshot records no one else', async () => {
  const { by } = await oneOfEach()
  const sendId = await aCampaign(by)
  await whileUncommitted(
    async (tx) => {
      await lockUntilCommit(tx, 'storyHistory')
      await markSend(tx, sendId, ['freezing'], { state: 'cancelled' })
    },
    () => snapshotAudience(api().context, { sendId }),
  )
  expect(await recipientsOf(sendId)).toBe(0)
})

test('a story is published while another transaction decides who gets which stories', async () => {
  const author = await anAuthor()
  await transaction(api().context.db, async (tx) => {
    await lockUntilCommit(tx, 'storyHistory')
    expect((await api().pool.outside(() => publish(author))).status).toBe(200)
  })
})

test('stories can be published during a snapshot of thousands', async () => {
  const { by } = await oneOfEach()
  const count = isThorough ? 200_000 : 10_000
  await addSubscribers(count)
  const before = await publishTimes((times) => times.length === 40)
  const sendId = await aCampaign(by)
  let isRecorded = false
  const snapshot = snapshotAudience(api().context, { sendId }).finally(() => {
    isRecorded = true
  })
  const during = await publishTimes(() => isRecorded)
  await snapshot
  expect(await recipientsOf(sendId)).toBe(count + 1)
  const [p95, p95Before] = [p95Of(during), p95Of(before)]
  process.stdout.write(
    `publishing beside a list of ${count}: p95 ${p95.toFixed(0)} ms (before: ${p95Before.toFixed(0)})\n`,
  )
  // On a machine that is busy with other things each publish takes longer, before and during.
  if (isThorough) expect(p95).toBeLessThan(Math.max(200, p95Before * 3))
})

/** How long each of the stories took that were published one after the other, in milliseconds. */
async function publishTimes(isEnough: (times: number[]) => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isEnough(times)) {
    // Each of them new: what one author may write in an hour is limited.
    const author = await anAuthor()
    const startedAt = performance.now()
    expect((await publish(author)).status).toBe(200)
    times.push(performance.now() - startedAt)
  }
  return times
}

const p95Of = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

const publish = (author: Actor) =>
  send('POST', '/contents', { as: author.id, body: { title: 'News', content: storyHtml, isDraft: false } })

async function addSubscribers(count: number): Promise<void> {
  const { pool } = api()
  const long = "now() - interval '40 days'"
  await pool.query(
    `insert into subscribers (id, email, created_at, welcomed_at)
     select gen_random_uuid(), 'r' || n || '@y.test', ${long}, ${long} from generate_series(1, $1::int) as n`,
    [count],
  )
  // The foreign key's checks would be planned for an empty table.
  await pool.query('analyze subscribers')
  await pool.query(
    `insert into subscriptions (id, uuid, subscriber_id, category, frequency, asked_at, confirmed_at, created_at)
     select gen_random_uuid(), gen_random_uuid(), id, 'fiction', 'weekly', ${long}, ${long}, ${long} from subscribers
     where email like 'r%@y.test'`,
  )
}
