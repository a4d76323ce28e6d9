import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SignedIn } from '#contract/users.ts'
import { takeShared } from '#platform/limits/limits.ts'
import { anAccount, anOldSession, auditTrail, firefox, logIn, rightPassword } from '#testing/accounts.ts'
import { api, send, withApi } from '#testing/api.ts'
import { anAuthor } from '#testing/factories.ts'
import { hashPassword, knownRequester } from './hash-password.ts'

withApi()

const email = 'ada@example.com'
const next = 'another horse battery'

type HashingQueue = 'known' | 'unknown'

/** Keeps one of the two hashing queues full while `act` runs. */
async function whileFull<T>(queue: HashingQueue, act: () => Promise<T>): Promise<T> {
  let isOver = false
  const clients = Array.from({ length: 26 }, async (_, number) => {
    const requester = { client: `client ${number}`, isKnown: queue === 'known' }
    while (!isOver) await hashPassword('horse', requester)
  })
  try {
    return await act()
  } finally {
    isOver = true
    await Promise.all(clients)
  }
}

/** Expects a 429 that asks to retry in two seconds. */
async function refused(queue: HashingQueue, tries: number, ask: () => Promise<Response>): Promise<void> {
  await whileFull(queue, async () => {
    for (let count = 0; count < tries; count++) {
      const { status, headers } = await ask()
      expect([status, headers.get('retry-after')]).toEqual([429, '2'])
    }
  })
}

describe('when the hashing queue is full', () => {
  test('a sign-in uses up no limit, and is not recorded in the audit', async () => {
    await anAccount({ email })
    await refused('unknown', 6, () => logIn(email, 'wrong horse'))
    await refused('unknown', 6, () => logIn('nobody@example.com'))
    expect(await auditTrail()).toEqual([])
    expect((await logIn(email)).status).toBe(200)
  })

  test('a sign-in refunds only its own attempt: earlier wrong passwords still count', async () => {
    await anAccount({ email })
    for (let count = 0; count < 4; count++) expect((await logIn(email, 'wrong horse')).status).toBe(401)
    await refused('unknown', 1, () => logIn(email))
    expect((await logIn(email, 'wrong horse')).status).toBe(401)
    expect((await logIn(email)).status).toBe(429)
  })

  test.each([
    ['another email', '/users/update-profile', { email: 'new@example.com' }],
    ['a passkey', '/users/passkeys/options', {}],
    ['another password', '/users/change-password', { password: next }],
  ])('a re-authentication for %s uses up no limit', async (_, path, body) => {
    const { id } = await anAccount({ email })
    const token = await anOldSession(id)
    const ask = () => send('POST', path, { token, body: { ...body, currentPassword: rightPassword } })
    await refused('known', 21, ask)
    expect(await auditTrail()).toEqual([])
    expect((await ask()).status).toBe(200)
  })

  test('setting a first password uses up no limit', async () => {
    const { id } = await anAuthor({ email })
    const ask = () => send('POST', '/users/change-password', { as: id, body: { password: next } })
    await refused('known', 21, ask)
    expect((await ask()).status).toBe(200)
  })

  test('a sign-up uses up no limit, neither of the browser nor of its address', async () => {
    const { limits } = api().context
    const address = '192.0.2.1'
    for (let count = 0; count < 29; count++) await takeShared(limits, 'signup', { address, userAgent: firefox })
    for (let count = 0; count < 270; count++) await takeShared(limits, 'signup', { address, userAgent: `${count}` })
    const body = { name: 'Ada', email, password: next }
    const headers = { 'x-forwarded-for': address, 'user-agent': firefox }
    const signUp = () => send('POST', '/users/signup', { body, headers })
    await refused('unknown', 2, signUp)
    expect((await signUp()).status).toBe(200)
  })
})

describe('an attack by five addresses with eight connections each', () => {
  /** Each attempt uses a new address, so that no account's limit stops it. */
  async function underAttack<T>(act: () => Promise<T>): Promise<T> {
    let isOver = false
    let tried = 0
    const connections = Array.from({ length: 40 }, async (_, number) => {
      const address = `203.0.113.${number % 5}`
      while (!isOver) {
        const { status } = await logIn(`nobody-${number}-${tried++}@example.com`, 'wrong horse', { address })
        expect([401, 429]).toContain(status)
        await nextTurn()
      }
    })
    try {
      return await act()
    } finally {
      isOver = true
      await Promise.all(connections)
    }
  }
  const emails = Array.from({ length: 12 }, (_, number) => `reader-${number}@example.com`)

  test('does not lock out a client at another address', async () => {
    const passwordHash = await hashPassword(rightPassword, knownRequester('a test'))
    for (const typed of emails) await anAuthor({ email: typed, passwordHash })
    const answers = await underAttack(() =>
      Promise.all(emails.map((typed, number) => logIn(typed, rightPassword, { address: `192.0.2.${number}` }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200))
  })

  test('does not lock out a known browser at an attacking address', async () => {
    await anAccount({ email })
    const { known_browser: knownBrowser } = (await (await logIn(email)).json()) as SignedIn
    await underAttack(async () => {
      for (let round = 0; round < 2; round++) {
        expect((await logIn(email, rightPassword, { address: '203.0.113.0', knownBrowser })).status).toBe(200)
      }
    })
  })
})
