import { transaction } from '#platform/db/transaction.ts'
import { queues } from '#platform/queue/queues.ts'
import { api, withApi } from '#testing/api.ts'
import { type Child, ready, run, temporaryFolder } from '#testing/children.ts'
import { connectionOf } from '#testing/databases.ts'
import { aProvenPerson } from '#testing/factories.ts'
import { eventually } from '#testing/run-worker.ts'
import { openSmtpSink, type SmtpSink } from '#testing/smtp-sink.ts'
import type { Ready } from './start-product-api.ts'
import type { WorkerReady } from './start-worker-process.ts'

withApi()
jest.setTimeout(300_000)

const folder = temporaryFolder()
const mails = 200
let sink: SmtpSink
beforeEach(async () => {
  sink = await openSmtpSink()
})
afterEach(() => sink.close())

/** One of our programs over the database of this test. */
function start(file: string, settings: Record<string, string> = {}): Child {
  const env: NodeJS.ProcessEnv = {
    ...{ NODE_ENV: 'test', PATH: process.env.PATH, DATA_DIR: folder, LOG_LEVEL: 'error', SEED: 'off' },
    ...{ DATABASE_URL: connectionOf('native').connectionString, SMTP_URL: sink.url, ...settings },
  }
  return run(file, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
}

/** Which of the numbered notices the mail server took, as often as it took them. */
function taken(): number[] {
  return sink.taken.map(({ raw }) => Number(/Device: number (\d+)/.exec(raw)?.[1])).sort((a, b) => a - b)
}

async function enqueueNotices(): Promise<void> {
  const { context } = api()
  const { id: userId } = await aProvenPerson()
  const payloads = Array.from({ length: mails }, (_, number) => {
    return { userId, at: new Date().toISOString(), address: '10.0.0.1', device: `number ${number}` }
  })
  await transaction(context.db, (tx) => context.queue.enqueueMany(tx, 'send-sign-in-notice', payloads))
}

type JobRow = { id: string; state: string; retry_count: number }
const listJobs = async () =>
  (await api().pool.query<JobRow>("select id, state, retry_count from pgboss.job where name = 'mail'")).rows

test('the jobs of a killed worker process run in another one, and none twice', async () => {
  await enqueueNotices()
  const [killed, other] = [start('product-api/worker.ts'), start('product-api/worker.ts')]
  await Promise.all([ready(killed), ready(other)])
  await eventually(() => sink.taken.length > mails / 4)
  sink.behave('hangs')
  const underway = 2 * queues.mail.slots
  await eventually(() => sink.hanging() === underway)
  const before = taken()
  killed.process.kill('SIGKILL')
  await killed.ended
  await eventually(() => sink.hanging() === queues.mail.slots)
  sink.behave('takes')

  // All but what the killed one held is done immediately.
  await eventually(async () => (await listJobs()).filter(({ state }) => state === 'completed').length === mails - 4)
  // Those are not heard of any more; within half a minute they are given to a working process.
  await eventually(async () => (await listJobs()).filter(({ state }) => state === 'retry').length === 4, 40_000)
  const waiting = (await listJobs()).filter(({ state }) => state === 'retry')
  // Their pause before the next try is not what this is about.
  for (const { id } of waiting) await api().queue.engine.update('mail', undefined, { id, startAfter: new Date() })
  await eventually(async () => (await listJobs()).every(({ state }) => state === 'completed'))

  expect(before.length).toBeGreaterThan(mails / 4)
  expect(taken()).toEqual(Array.from({ length: mails }, (_, number) => number))
  const again = (await listJobs()).filter(({ retry_count }) => retry_count > 0)
  expect(again.map(({ id }) => id).sort()).toEqual(waiting.map(({ id }) => id).sort())
  other.process.kill('SIGTERM')
  expect(await other.ended).toMatchObject({ code: 0, stderr: '' })
})

test('a worker process that is stopped finishes its running jobs, and leaves the others', async () => {
  await enqueueNotices()
  sink.behave('hangs')
  const child = start('product-api/worker.ts')
  await ready(child)
  await eventually(() => sink.hanging() === queues.mail.slots)
  child.process.kill('SIGTERM')
  sink.behave('takes')
  expect(await child.ended).toMatchObject({ code: 0, stderr: '' })
  const done = (await listJobs()).filter(({ state }) => state === 'completed').length
  expect(done).toBeGreaterThanOrEqual(queues.mail.slots)
  expect(taken()).toHaveLength(done)
  expect((await listJobs()).every(({ state }) => state === 'completed' || state === 'created')).toBe(true)
})

test('with WORKER=off the product API leaves its jobs to worker processes, which say how they are', async () => {
  const product = start('product-api/main.ts', { WORKER: 'off', PRODUCT_API_PORT: '0' })
  const { address } = await ready<Ready>(product)
  await fetch(`${address}/newsletters/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@example.com' }),
  })
  expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ status: 'ok' })
  expect(await listJobs()).toMatchObject([{ state: 'created' }])

  const worker = start('product-api/worker.ts', { WORKER_PORT: '0' })
  const { address: health } = await ready<WorkerReady>(worker)
  await eventually(() => sink.taken.length === 1)
  expect((await fetch(`${health}/healthz`)).status).toBe(200)
  expect((await fetch(`${health}/readyz`)).status).toBe(200)
  await eventually(async () => (await listJobs()).every(({ state }) => state === 'completed'))
  const figures = await (await fetch(`${health}/metrics`)).text()
  expect(figures).toMatch(/bytewise_job_duration_seconds_count\{job="ask-to-confirm",outcome="done"\} 1/)
  expect(figures).toMatch(/bytewise_jobs\{queue="mail",state="ready"\} \d/)
  expect((await fetch(`${health}/contents`)).status).toBe(404)
  for (const child of [product, worker]) {
    child.process.kill('SIGTERM')
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' })
  }
})
