import { api, withApi } from '#testing/api.ts'
import { eventually, runWorker, stateOf } from '#testing/run-worker.ts'
import { transaction } from '../db/transaction.ts'

withApi()

test('runs enqueued jobs immediately, a few in parallel, without polling', async () => {
  const done: string[] = []
  const { enqueue } = await runWorker(
    { 'ask-to-confirm': async (_, told) => void done.push(told.subscriberId) },
    { pollMs: 3_600_000 },
  )
  // Past the first look at the queues: the next one would come in an hour.
  await enqueue('before')
  await eventually(() => done.length === 1)
  done.length = 0
  for (let count = 0; count < 20; count++) await enqueue(String(count))
  await eventually(() => done.length === 20)
  await eventually(async () => (await stateOf('19')).state === 'completed')
})

test('runs the jobs of another process at its next poll', async () => {
  const done: string[] = []
  await runWorker({ 'ask-to-confirm': async (_, told) => void done.push(told.subscriberId) }, { pollMs: 50 })
  const { context, queue } = api()
  await transaction(context.db, (tx) => queue.enqueue(tx, 'ask-to-confirm', { subscriberId: 'elsewhere' }))
  await eventually(() => done.includes('elsewhere'))
})

test('never runs a rolled-back job, and lets a scheduled one wait', async () => {
  const done: string[] = []
  const { enqueue, queue } = await runWorker({ 'ask-to-confirm': async (_, told) => void done.push(told.subscriberId) })
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

test('retries a failed job later; the log names the job, but no person', async () => {
  const { enqueue, log } = await runWorker({
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

test('retries a job that takes too long, but not its finished neighbours', async () => {
  const done: string[] = []
  const { queue, enqueue, log } = await runWorker({
    'ask-to-confirm': async (_, { subscriberId }) => {
      if (subscriberId === 'slow') await new Promise(() => undefined)
      done.push(subscriberId)
    },
  })
  const waiting = (subscriberId: string) => ({ job: 'ask-to-confirm', payload: { subscriberId } })
  await queue.engine.send('mail', waiting('slow'), { expireInSeconds: 1 })
  for (const name of ['a', 'b', 'c']) await enqueue(name)
  await eventually(async () => (await stateOf('slow')).state === 'retry')
  expect(done.sort()).toEqual(['a', 'b', 'c'])
  for (const name of done) expect(await stateOf(name)).toMatchObject({ state: 'completed', retry_count: 0 })
  expect(log.some((line) => line.includes('a job took too long'))).toBe(true)
})

test('a job without a handler, or with a wrong payload, fails and harms no other', async () => {
  const done: string[] = []
  const { queue, enqueue, log } = await runWorker({
    'ask-to-confirm': async (_, told) => void done.push(told.subscriberId),
  })
  for (const waiting of [{ job: 'constructor', payload: {} }, { job: 'ask-to-confirm', payload: 7 }, { other: 1 }]) {
    await queue.engine.send('mail', waiting)
  }
  await enqueue('good')
  await eventually(() => done.includes('good'))
  await eventually(() => log.filter((line) => line.includes('a job failed')).length === 3)
})

test('requeues the interrupted jobs of an earlier process immediately if it is alone', async () => {
  const { context, queue } = api()
  await transaction(context.db, (tx) => queue.enqueue(tx, 'ask-to-confirm', { subscriberId: 'cut off' }))
  expect(await queue.engine.fetch('mail')).toHaveLength(1)
  const done: string[] = []
  await runWorker({ 'ask-to-confirm': async (_, told) => void done.push(told.subscriberId) }, { alone: true })
  await eventually(() => done.includes('cut off'))
})

test('stops though a job hangs, and gives that one back, to be done immediately; it costs no try', async () => {
  const begun: string[] = []
  const hang = (_: unknown, { subscriberId }: { subscriberId: string }) => {
    begun.push(subscriberId)
    return new Promise<void>(() => undefined)
  }
  const { queue, worker, log } = await runWorker({ 'ask-to-confirm': hang }, { pollMs: 50 })
  const waiting = { job: 'ask-to-confirm', payload: { subscriberId: 'hanging' } }
  await queue.engine.send('mail', waiting, { retryLimit: 0 })
  await eventually(() => begun.includes('hanging'))
  await worker.stop()
  const { waits, state } = await stateOf('hanging')
  expect(state).toBe('retry')
  expect(waits).toBeLessThanOrEqual(0)
  expect(log.some((line) => line.includes('took too long'))).toBe(false)
  const done: string[] = []
  await runWorker({ 'ask-to-confirm': async (_, told) => void done.push(told.subscriberId) })
  await eventually(async () => (await stateOf('hanging')).state === 'completed')
  expect(done).toEqual(['hanging'])
})

test('reports whether it works', async () => {
  const { worker } = await runWorker({})
  expect(worker.works()).toBe(true)
  await worker.stop()
  expect(worker.works()).toBe(false)
})
