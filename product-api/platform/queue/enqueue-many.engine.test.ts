import { api, withApi } from '#testing/api.ts'
import { eventually, runWorker } from '#testing/run-worker.ts'
import { transaction } from '../db/transaction.ts'

withApi()

const payloads = Array.from({ length: 4_500 }, (_, number) => ({ subscriberId: String(number) }))

async function countJobs(): Promise<number> {
  const { rows } = await api().pool.query('select count(*)::int as count from pgboss.job')
  return rows[0].count
}

test('thousands of jobs are enqueued with a few statements, in the transaction of the caller', async () => {
  const { context, queue } = api()
  const statements: string[] = []
  await transaction(context.db, async (tx) => {
    const execute = tx.execute.bind(tx)
    tx.execute = ((query) => {
      statements.push('one')
      return execute(query)
    }) as typeof tx.execute
    await queue.enqueueMany(tx, 'ask-to-confirm', payloads)
  })
  expect(statements).toHaveLength(3)
  expect(await countJobs()).toBe(payloads.length)
})

test('none of them exists if the transaction is rolled back, or one payload is wrong', async () => {
  const { context, queue } = api()
  const rolledBack = transaction(context.db, async (tx) => {
    await queue.enqueueMany(tx, 'ask-to-confirm', payloads)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  const wrong = [...payloads, { subscriberId: 7 as unknown as string }]
  await expect(transaction(context.db, (tx) => queue.enqueueMany(tx, 'ask-to-confirm', wrong))).rejects.toThrow()
  expect(await countJobs()).toBe(0)
})

test('a list without an entry enqueues nothing', async () => {
  const { context, queue } = api()
  await transaction(context.db, (tx) => queue.enqueueMany(tx, 'ask-to-confirm', []))
  expect(await countJobs()).toBe(0)
})

test('ready jobs run immediately, each as often as it was enqueued, and scheduled ones wait', async () => {
  const done: string[] = []
  const { queue } = await runWorker(
    { 'ask-to-confirm': async (_, told) => void done.push(told.subscriberId) },
    { pollMs: 3_600_000 },
  )
  const later = { startAfter: new Date(Date.now() + 60_000) }
  await transaction(api().context.db, async (tx) => {
    await queue.enqueueMany(tx, 'ask-to-confirm', payloads.slice(100, 103), later)
    await queue.enqueueMany(tx, 'ask-to-confirm', payloads.slice(0, 100))
  })
  await eventually(() => done.length === 100)
  expect(new Set(done)).toEqual(new Set(payloads.slice(0, 100).map(({ subscriberId }) => subscriberId)))
})
