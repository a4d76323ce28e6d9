import { createGate } from './gate.ts'

/** Work that ends when it is told to. */
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

test('lets a few run, a few wait in order, and refuses the rest', async () => {
  const gate = createGate({ atOnce: 2, waitingMost: 1 })
  const works = [work(), work(), work()]
  const ends = works.map(({ run }) => gate(run))
  await settle()
  expect(works.map(({ began }) => began())).toEqual([true, true, false])
  await expect(gate(async () => undefined)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 2 })
  works[0]?.finish()
  await settle()
  expect(works[2]?.began()).toBe(true)
  for (const { finish } of works) finish()
  await Promise.all(ends)
  await expect(gate(async () => 'in')).resolves.toBe('in')
})

test('work that fails leaves its place', async () => {
  const gate = createGate({ atOnce: 1, waitingMost: 0 })
  await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(gate(async () => 'in')).resolves.toBe('in')
})
