import { api, withApi } from '#testing/api.ts'
import { eventually, runWorker, stateOf } from '#testing/run-worker.ts'
import { transaction } from '../db/transaction.ts'
import type { JobHandlers } from './handlers.ts'
import { openQueue } from './queue.ts'
import { legacyQueue, queues } from './queues.ts'

withApi()

test('a job without a handler is a type error', () => {
  // @ts-expect-error every job is missing here
  const none: JobHandlers = {}
  expect(none).toEqual({})
})

test('queues run independently', async () => {
  const begun: string[] = []
  const hang = async (name: string) => {
    begun.push(name)
    await new Promise(() => undefined)
  }
  const { queue, enqueue } = await runWorker({
    'ask-to-confirm': () => hang('mail'),
    'rename-author': () => hang('slow'),
    'forget-old-audit-events': () => hang('planned'),
    'publish-planned-story': async () => void begun.push('publishing'),
  })
  for (let count = 0; count < queues.mail.slots + 2; count++) await enqueue(String(count))
  const { context } = api()
  for (const userId of ['1', '2']) {
    await transaction(context.db, (tx) => queue.enqueue(tx, 'rename-author', { userId, from: 'Ada' }))
  }
  await transaction(context.db, (tx) => queue.enqueue(tx, 'forget-old-audit-events', {}))
  await eventually(() => begun.length === queues.mail.slots + queues.slow.slots + 1)
  // A story whose time comes while a clean-up and a change of name take long.
  await transaction(context.db, (tx) => queue.enqueue(tx, 'publish-planned-story', { contentId: 'a story' }))
  await eventually(() => begun.includes('publishing'))
  expect([...new Set(begun)].sort()).toEqual(['mail', 'planned', 'publishing', 'slow'])
})

test('runs the jobs that wait in the legacy queue', async () => {
  const { engine } = api().queue
  await engine.createQueue(legacyQueue, { retryLimit: 10 })
  await engine.send(legacyQueue, { job: 'ask-to-confirm', payload: { subscriberId: 'old' } })
  const done: string[] = []
  const { worker } = await runWorker({ 'ask-to-confirm': async (_, told) => void done.push(told.subscriberId) })
  await eventually(async () => (await stateOf('old')).state === 'completed')
  expect(done).toEqual(['old'])
  await worker.stop()
  await engine.deleteQueue(legacyQueue)
})

test('updates the settings of a queue that an earlier version created', async () => {
  const { queue, pool } = api()
  await queue.engine.updateQueue('mail', { retryLimit: 1, expireInSeconds: 3, heartbeatSeconds: null })
  const reopened = await openQueue(pool, { works: false })
  const { retryLimit, expireInSeconds, heartbeatSeconds } = queues.mail
  expect(await queue.engine.getQueue('mail')).toMatchObject({ retryLimit, expireInSeconds, heartbeatSeconds })
  await reopened.close()
})
