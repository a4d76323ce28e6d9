import { createConcurrencyLimit } from '#platform/limits/fair-queue.ts'
import { Problem } from '#platform/problem.ts'
import { refundIfTooBusy, TooBusy } from './hash-password.ts'

/** A task that ends when `end` is called. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let began = false
  const run = () => {
    began = true
    return promise
  }
  return { run, finish: resolve, began: () => began }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const stranger = (client: string) => ({ client, isKnown: false })
const known = (client: string) => ({ client, isKnown: true })
const tooBusy = () => new TooBusy()
const refused = { code: 'too_many_requests', retryAfterSeconds: 2 }

test('runs some tasks, queues some in order, and refuses the rest', async () => {
  const limit = createConcurrencyLimit({ atOnce: 2, waitingMost: 1, waitingMostEach: 1, tooBusy })
  const works = [work(), work(), work()]
  const ends = works.map(({ run }, index) => limit(stranger(`client ${index}`), run))
  await settle()
  expect(works.map(({ began }) => began())).toEqual([true, true, false])
  await expect(limit(stranger('another'), async () => undefined)).rejects.toMatchObject(refused)
  works[0]?.finish()
  await settle()
  expect(works[2]?.began()).toBe(true)
  for (const { finish } of works) finish()
  await Promise.all(ends)
  await expect(limit(stranger('another'), async () => 'in')).resolves.toBe('in')
})

test('queues only its share of one client’s tasks, so that others get in', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, waitingMost: 4, waitingMostEach: 2, tooBusy })
  const [running, first, second] = [work(), work(), work()]
  const greedy = [running, first, second].map(({ run }) => limit(stranger('greedy'), run))
  await expect(limit(stranger('greedy'), async () => undefined)).rejects.toMatchObject(refused)
  const other = limit(stranger('other'), async () => 'in')
  running.finish()
  await settle()
  // The first one has started, so one of its places in the queue is free.
  const again = limit(stranger('greedy'), async () => 'again')
  for (const { finish } of [first, second]) finish()
  await expect(Promise.all([other, again])).resolves.toEqual(['in', 'again'])
  await Promise.all(greedy)
})

test('runs known requesters before unknown ones, from a queue of their own', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, waitingMost: 2, waitingMostEach: 2, tooBusy })
  const running = work()
  const order: string[] = []
  const enter = (name: string) => async () => void order.push(name)
  const all = [
    limit(stranger('a'), running.run),
    ...['b', 'c'].map((name) => limit(stranger(name), enter(name))),
    ...['d', 'e'].map((name) => limit(known(name), enter(name))),
  ]
  for (const requester of [known('f'), stranger('f')])
    await expect(limit(requester, enter('f'))).rejects.toMatchObject(refused)
  running.finish()
  await Promise.all(all)
  expect(order).toEqual(['d', 'e', 'b', 'c'])
})

test('lets clients take turns', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, waitingMost: 9, waitingMostEach: 4, tooBusy })
  const running = work()
  const order: string[] = []
  const enter = (name: string) => limit(stranger(name), async () => void order.push(name))
  const all = [limit(stranger('a'), running.run), ...['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(enter)]
  running.finish()
  await Promise.all(all)
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
})

test('gives a new client the last place of the client with most when the queue is full', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, waitingMost: 4, waitingMostEach: 4, tooBusy })
  const running = work()
  const first = limit(stranger('a'), running.run)
  const enter = (name: string) =>
    limit(stranger(name), async () => name).catch((fault) =>
      fault instanceof TooBusy ? 'refused' : Promise.reject(fault),
    )
  const all = ['a', 'a', 'a', 'b', 'c', 'd', 'e', 'b'].map(enter)
  running.finish()
  expect(await Promise.all(all)).toEqual(['a', 'refused', 'refused', 'b', 'c', 'd', 'refused', 'refused'])
  await first
})

test('releases the slot of a task that fails', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, waitingMost: 0, waitingMostEach: 0, tooBusy })
  await expect(limit(stranger('one'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(limit(stranger('one'), async () => 'in')).resolves.toBe('in')
})

test('calls the refund only if the queue was full', async () => {
  const limit = createConcurrencyLimit({ atOnce: 0, waitingMost: 0, waitingMostEach: 0, tooBusy })
  const givenBack: string[] = []
  const counted = (name: string, piece: Promise<unknown>) =>
    refundIfTooBusy(piece, async () => {
      givenBack.push(name)
    })
  await expect(
    counted(
      'no place',
      limit(stranger('one'), async () => 'in'),
    ),
  ).rejects.toBeInstanceOf(TooBusy)
  await expect(counted('failed', Promise.reject(new Problem('too_many_requests')))).rejects.toThrow()
  await expect(counted('done', Promise.resolve('done'))).resolves.toBe('done')
  expect(givenBack).toEqual(['no place'])
})
