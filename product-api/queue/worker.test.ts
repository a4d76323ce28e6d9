import { setTimeout as delay } from 'node:timers/promises'
import { transaction } from '../db/transaction.ts'
import { createLogger } from '../log.ts'
import { api, withApi } from '../testing/api.ts'
import type { JobHandlers } from './handlers.ts'
import { openQueue } from './queue.ts'
import { startWorker, type Worker } from './worker.ts'

withApi()

let worker: Worker | undefined
let log: string[] = []
afterEach(() => worker?.stop())

/** A process's queue and worker, with what they log. */
async function working(handlers: JobHandlers, { alone = false, pollSeconds = 2 } = {}) {
  const { context, pool } = api()
  const queue = await openQueue(pool, { supervise: false })
  const mailer = { send: async () => undefined, close: async () => undefined }
  log = []
  const logger = createLogger('info', { write: (line) => void log.push(line) })
  worker = await startWorker({ queue, context: { ...context, queue, mailer }, handlers, logger, alone, pollSeconds })
  const enqueue = (subscriberId: string, options?: { startAfter?: Date }) =>
    transaction(context.db, (tx) => queue.enqueue(tx, 'ask-to-confirm', { subscriberId }, options))
  return { queue, enqueue }
}

async function eventually(happened: () => boolean | Promise<boolean>) {
  for (const patience = performance.now() + 10_000; !(await happened()); await delay(5)) {
    if (performance.now() > patience) throw new Error('It did not happen')
  }
}

async function stateOf(subscriberId: string): Promise<{ state: string; retry_count: number; waits: number }> {
  const { rows } = await api().pool.query(
    `select state, retry_count, extract(epoch from start_after - now())::float8 as waits, output::text as output
     from pgboss.job where data->'payload'->>'subscriberId' = $1`,
    [subscriberId],
  )
  return rows[0]
}

test('does what is enqueued at once, a few side by side, without looking for it', async () => {
  const done: string[] = []
  const handlers: JobHandlers = { 'ask-to-confirm': async (_, { subscriberId }) => void done.push(subscriberId) }
  const { enqueue } = await working(handlers, { pollSeconds: 3_600 })
  // Past the first look at the queue: the next one would come in an hour.
  await enqueue('before')
  await eventually(() => done.length === 1)
  done.length = 0
  for (let count = 0; count < 20; count++) await enqueue(String(count))
  await eventually(() => done.length === 20)
  await eventually(async () => (await stateOf('19')).state === 'completed')
})

test('what is rolled back is never done, and what is for later waits', async () => {
  const done: string[] = []
  const { enqueue, queue } = await working({ 'ask-to-confirm': async (_, told) => void done.push(told.subscriberId) })
  await expect(
    transaction(api().context.db, async (tx) => {
      await queue.enqueue(tx, 'ask-to-confirm', { subscriberId: 'rolled back' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await enqueue('later', { startAfter: new Date(Date.now() + 60_000) })
  await enqueue('now')
  await eventually(() => done.includes('now'))
  expect(done).toEqual(['now'])
})

test('a job that fails is tried again later; the log names it, and nobody', async () => {
  const { enqueue } = await working({
    'ask-to-confirm': async () => {
      throw Object.assign(new Error('550 <ada@example.com> is unknown'), { code: 'EENVELOPE' })
    },
  })
  await enqueue('failing')
  await eventually(async () => (await stateOf('failing')).state === 'retry')
  const { waits, ...row } = await stateOf('failing')
  expect(waits).toBeGreaterThan(5)
  expect(waits).toBeLessThan(60)
  const line = log.find((one) => one.includes('a job failed')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ job: 'ask-to-confirm', tries: 1, failure: { code: 'EENVELOPE' } })
  expect(line + JSON.stringify(row)).not.toMatch(/ada@/)
})

test('a job that nobody here does, or that was told nonsense, fails and harms no other', async () => {
  const done: string[] = []
  const { queue, enqueue } = await working({ 'ask-to-confirm': async (_, told) => void done.push(told.subscriberId) })
  for (const waiting of [{ job: 'constructor', payload: {} }, { job: 'ask-to-confirm', payload: 7 }, { other: 1 }]) {
    await queue.engine.send('jobs', waiting)
  }
  await enqueue('good')
  await eventually(() => done.includes('good'))
  await eventually(() => log.filter((line) => line.includes('a job failed')).length === 3)
})

test('what an earlier process was cut off from is done again, where nobody else works', async () => {
  const { context, queue } = api()
  await transaction(context.db, (tx) => queue.enqueue(tx, 'ask-to-confirm', { subscriberId: 'cut off' }))
  expect(await queue.engine.fetch('jobs')).toHaveLength(1)
  const done: string[] = []
  await working({ 'ask-to-confirm': async (_, told) => void done.push(told.subscriberId) }, { alone: true })
  await eventually(() => done.includes('cut off'))
})

test('stops though a job hangs, and gives that one back', async () => {
  let started = false
  const { enqueue } = await working({
    'ask-to-confirm': () => {
      started = true
      return new Promise(() => undefined)
    },
  })
  await enqueue('hanging')
  await eventually(() => started)
  await worker?.stop()
  expect(await stateOf('hanging')).toMatchObject({ state: 'retry' })
})

test('it says whether it works', async () => {
  await working({})
  await eventually(() => worker?.works() === true)
  await worker?.stop()
  expect(worker?.works()).toBe(false)
})
