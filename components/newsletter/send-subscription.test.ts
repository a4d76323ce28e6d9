import { createHash, webcrypto } from 'node:crypto'
import { TextEncoder } from 'node:util'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { sendSubscription } from './send-subscription.ts'

const salt = '0123456789abcdef01234567?expires=1&'
const challenge = (number: number, maxnumber = 2_000) => ({
  algorithm: 'SHA-256' as const,
  challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'),
  maxnumber,
  salt,
  signature: 'signed',
})
const needed = { status: 403, body: { code: 'challenge_needed', message: 'Many subscriptions have come.' } }
const wanted = { email: 'ada@example.com', category: 'books' }

// jsdom has neither.
beforeAll(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })
  Object.assign(globalThis, { TextEncoder })
})

test('subscribes with the browser’s time zone, and computes nothing without need', async () => {
  const calls = answerCalls({ body: { message: 'Thank you.' } })
  expect(await sendSubscription(wanted)).toBe('Thank you.')
  expect(calls.map(({ body }) => body)).toEqual([
    { ...wanted, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  ])
})

test.each([0, 499, 500, 1_234])('computes if the server wants it, and sends again (%i)', async (number) => {
  const calls = answerCalls(needed, { body: challenge(number) }, { body: { message: 'Thank you.' } })
  const waits: string[] = []
  expect(await sendSubscription(wanted, () => void waits.push('waits'))).toBe('Thank you.')
  expect(waits).toEqual(['waits'])
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/newsletters/subscribe',
    'GET /api/newsletters/challenge',
    'POST /api/newsletters/subscribe',
  ])
  const sent = calls[2]?.body as { altcha: string } | undefined
  const { maxnumber: _, ...known } = challenge(number)
  expect(JSON.parse(atob(sent?.altcha ?? ''))).toEqual({ ...known, number })
})

test.each([
  ['every other refusal', [{ status: 429, body: { message: 'Too many.' } }], 'Too many.'],
  ['a second one', [needed, { body: challenge(7) }, needed], 'Many subscriptions have come.'],
  ['one without a solution', [needed, { body: challenge(5_000) }], 'Many subscriptions have come.'],
])('passes on %s', async (_, answers, sentence) => {
  answerCalls(...answers)
  await expect(sendSubscription(wanted)).rejects.toThrow(sentence)
})

test('passes the refusal on if the browser can’t compute: without https', async () => {
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true })
  const calls = answerCalls(needed)
  await expect(sendSubscription(wanted)).rejects.toThrow('Many subscriptions have come.')
  expect(calls).toHaveLength(1)
})
