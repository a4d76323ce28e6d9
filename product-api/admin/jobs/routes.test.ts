import type { QueueState, TroubledJob } from '#contract/administration.ts'
import { auditTrail } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { eventually, runWorker, stateOf } from '#testing/run-worker.ts'

withApi()

const subscriber = '0198c0de-0000-7000-8000-000000000001'
const list = async (as: string, query = '') =>
  (await (await get(`/dashboard/jobs${query}`, { as })).json()) as TroubledJob[]
const retry = (id: string, as?: string) => send('POST', `/dashboard/jobs/${id}/retry`, { as })
const discard = (id: string, as?: string) => send('DELETE', `/dashboard/jobs/${id}`, { as })
const retryAll = (queue: string, as?: string) => send('POST', `/dashboard/queues/${queue}/retry`, { as })
const mailQueue = async (as: string) =>
  ((await (await get('/dashboard/queues', { as })).json()) as QueueState[]).find(({ name }) => name === 'mail')
const detailOf = async (response: Response) => [response.status, (await response.json()).detail]
const set = (change: string, id: string) => api().pool.query(`update pgboss.job set ${change} where id = $1`, [id])

/** A worker whose job fails at its first attempt without a retry, until `heal`. */
async function aFailingWorker() {
  const done: string[] = []
  const broken = { is: true }
  const worker = await runWorker({
    'ask-to-confirm': async (_, { subscriberId }) => {
      if (broken.is) throw new Error('550 <ada@example.com> is unknown')
      done.push(subscriberId)
    },
  })
  const fail = async (...ids: string[]) => {
    for (const id of ids) await worker.enqueue(id, { startAfter: new Date(Date.now() + 3_600_000) })
    await api().pool.query('update pgboss.job set retry_limit = 0, start_after = now()')
    for (const id of ids) await eventually(async () => (await stateOf(id)).state === 'failed')
  }
  const heal = () => {
    broken.is = false
  }
  return { ...worker, done, fail, heal }
}

/** A job without a handler, in a given state. */
async function aJob(state: string, change = ''): Promise<string> {
  const { queue, pool } = api()
  await queue.engine.send('mail', { job: 'send-welcome', payload: {} })
  const { rows } = await pool.query<{ id: string }>('select id from pgboss.job order by created_on desc limit 1')
  const id = rows[0]?.id ?? ''
  await set(`state = '${state}'${change}`, id)
  return id
}

test('lists a failed job without email addresses, and runs it once it is retried', async () => {
  const { id: as } = await anAdmin()
  const { fail, heal, done } = await aFailingWorker()
  await fail(subscriber)
  const [job] = await list(as)
  expect(job).toEqual({
    ...{ _id: expect.any(String), queue: 'mail', job: 'ask-to-confirm', about: `subscriber ${subscriber}` },
    ...{ state: 'failed', tries: 1, created_at: expect.any(String), failed_at: expect.any(String) },
    ...{ next_try_at: null, failure: '550 <…@…> is unknown' },
  })
  expect(await mailQueue(as)).toMatchObject({ failed: 1 })
  heal()
  expect((await retry(job?._id ?? '', as)).status).toBe(200)
  await eventually(() => done.length === 1)
  expect(done).toEqual([subscriber])
  await eventually(async () => (await stateOf(subscriber)).state === 'completed')
  expect(await list(as)).toEqual([])
  expect(await detailOf(await retry(job?._id ?? '', as))).toEqual([409, 'This job has already run.'])
  expect(await auditTrail('job_retried')).toMatchObject([
    { actor_id: as, details: { job: 'ask-to-confirm', queue: 'mail', id: job?._id } },
  ])
})

test('runs all failed jobs of a queue once they are retried', async () => {
  const { id: as } = await anAdmin()
  const { fail, heal, done } = await aFailingWorker()
  await fail('one', 'two', 'three')
  heal()
  expect(await (await retryAll('mail', as)).json()).toEqual({ count: 3 })
  await eventually(() => done.length === 3)
  expect(await (await retryAll('mail', as)).json()).toEqual({ count: 0 })
  expect(await auditTrail('jobs_retried')).toMatchObject([{ details: { queue: 'mail', count: '3' } }])
})

test('runs a job that waits for its next attempt immediately', async () => {
  const { id: as } = await anAdmin()
  const { enqueue, heal, done } = await aFailingWorker()
  await enqueue(subscriber)
  await eventually(async () => (await stateOf(subscriber)).state === 'retry')
  const [job] = await list(as, '?state=retry')
  expect(job).toMatchObject({ state: 'retry', tries: 1, failed_at: null, next_try_at: expect.any(String) })
  expect(await mailQueue(as)).toMatchObject({ later: 1, failed: 0 })
  heal()
  expect((await retry(job?._id ?? '', as)).status).toBe(200)
  await eventually(() => done.length === 1)
})

test('accepts only one of two simultaneous retries of a job', async () => {
  const { id: as } = await anAdmin()
  const id = await aJob('failed')
  const answers = await Promise.all([retry(id, as), retry(id, as)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await mailQueue(as)).toMatchObject({ waiting: 1, failed: 0 })
})

test.each([
  ['active', 'This job is running right now.'],
  ['completed', 'This job has already run.'],
  ['created', 'This job is already waiting to run.'],
])('refuses to retry or discard a job that is %s', async (state, sentence) => {
  const { id: as } = await anAdmin()
  const id = await aJob(state)
  expect(await detailOf(await retry(id, as))).toEqual([409, sentence])
  expect(await detailOf(await discard(id, as))).toEqual([409, sentence])
})

test('refuses to run a job before the time it is scheduled for', async () => {
  const { id: as } = await anAdmin()
  const id = await aJob('created', ", start_after = now() + interval '1 hour'")
  expect((await retry(id, as)).status).toBe(409)
  expect(await mailQueue(as)).toMatchObject({ waiting: 0, later: 1 })
})

test('removes a discarded job, and records that in the audit', async () => {
  const { id: as } = await anAdmin()
  const id = await aJob('failed')
  expect((await discard(id, as)).status).toBe(200)
  expect(await list(as)).toEqual([])
  expect(await detailOf(await discard(id, as))).toEqual([404, expect.stringContaining('kept for a day')])
  expect(await auditTrail('job_discarded')).toMatchObject([{ details: { job: 'send-welcome', queue: 'mail', id } }])
})

test('shows what a job is about by ids only', async () => {
  const { id: as } = await anAdmin()
  const { queue } = api()
  await queue.engine.send('mail', { job: 'send-reset-link', payload: { email: 'ada@example.com' } })
  await api().pool.query(`update pgboss.job set state = 'failed', output = '{"message": "no ada@example.com"}'`)
  const response = await get('/dashboard/jobs', { as })
  expect(await response.clone().json()).toMatchObject([{ job: 'send-reset-link', about: '', failure: 'no …@…' }])
  expect(await response.text()).not.toContain('ada@')
})

test('lists newest first, in pages', async () => {
  const { id: as } = await anAdmin()
  const ids = [await aJob('failed'), await aJob('failed'), await aJob('failed')].reverse()
  const first = await get('/dashboard/jobs?limit=2', { as })
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const rest = (await (await get(next, { as })).json()) as TroubledJob[]
  const found = [...((await first.json()) as TroubledJob[]), ...rest].map(({ _id }) => _id)
  expect(found.toSorted()).toEqual(ids.toSorted())
})

test.each([
  ['GET', '/dashboard/queues'],
  ['GET', '/dashboard/jobs'],
  ['POST', `/dashboard/jobs/${subscriber}/retry`],
  ['POST', '/dashboard/queues/mail/retry'],
  ['DELETE', `/dashboard/jobs/${subscriber}`],
])('%s %s answers 401 without a session and 403 to others', async (method, path) => {
  expect((await send(method, path, {})).status).toBe(401)
  expect((await send(method, path, { as: (await anAuthor()).id })).status).toBe(403)
})

test('answers 400 to a wrong state or cursor, and 404 to an unknown job', async () => {
  const { id: as } = await anAdmin()
  for (const [field, query] of [
    ['state', '?state=happy'],
    ['cursor', '?cursor=abc'],
  ] as const) {
    const wrong = await get(`/dashboard/jobs${query}`, { as })
    expect([wrong.status, (await wrong.json()).fields[field]]).toEqual([400, expect.any(String)])
  }
  for (const id of ['nothing', subscriber]) expect((await retry(id, as)).status).toBe(404)
  expect((await retryAll('nothing', as)).status).toBe(404)
})
