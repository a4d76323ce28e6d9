import { trackProgress } from './answer-events.ts'

async function all<T>(steps: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = []
  for await (const step of steps) seen.push(step)
  return seen
}

test('yields progress as it comes, and the result last', async () => {
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
  const task = trackProgress<number, string>(async (say) => {
    say(1)
    await isSeen
    return 'done'
  })
  await task.begun
  const steps = task.steps()
  expect(await steps.next()).toEqual({ done: false, value: { progress: 1 } })
  see()
  expect(await all(steps)).toEqual([{ result: 'done' }])
})

test('a slow watcher gets the latest progress only', async () => {
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
  const task = trackProgress<number, string>(async (say) => {
    for (const number of [1, 2, 3]) say(number)
    await isSeen
    return 'done'
  })
  const steps = task.steps()
  expect(await steps.next()).toEqual({ done: false, value: { progress: 3 } })
  see()
  expect(await all(steps)).toEqual([{ result: 'done' }])
})

test('yields the result of a task without progress', async () => {
  const task = trackProgress<number, string>(async () => 'done')
  await task.begun
  expect(await all(task.steps())).toEqual([{ result: 'done' }])
})

test('reports a failure before any progress through `begun`, and a later one through `steps`', async () => {
  const fault = new Error('no file')
  await expect(trackProgress(() => Promise.reject(fault)).begun).rejects.toBe(fault)
  const later = trackProgress<number, string>(async (say) => {
    say(1)
    throw fault
  })
  await later.begun
  await expect(all(later.steps())).rejects.toBe(fault)
})

test('a watcher that leaves does not end the task', async () => {
  const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>()
  const { promise: isDone, resolve: done } = Promise.withResolvers<string>()
  const task = trackProgress<number, string>(async (say) => {
    say(1)
    await isLeft
    done('all of it')
    return 'done'
  })
  for await (const _ of task.steps()) break
  leave()
  expect(await isDone).toBe('all of it')
})
