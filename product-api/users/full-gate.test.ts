import { takeShared } from '../limits/client.ts'
import { anAccount, anOldSession, auditTrail, firefox, logIn, rightPassword } from '../testing/accounts.ts'
import { api, send, withApi } from '../testing/api.ts'
import { anAuthor } from '../testing/factories.ts'
import { hashPassword } from './passwords.ts'

withApi()

const email = 'ada@example.com'
const next = 'another horse battery'

/** Takes every place at the gate, and each one again as soon as it is free, while `act` goes on. */
async function whileTheGateIsFull<T>(act: () => Promise<T>): Promise<T> {
  let isOver = false
  const clients = Array.from({ length: 18 }, async (_, number) => {
    while (!isOver) await hashPassword('horse', `client ${number}`)
  })
  try {
    return await act()
  } finally {
    isOver = true
    await Promise.all(clients)
  }
}

/** Each is told to come back in two seconds. */
async function refused(tries: number, ask: () => Promise<Response>): Promise<void> {
  await whileTheGateIsFull(async () => {
    for (let count = 0; count < tries; count++) {
      const { status, headers } = await ask()
      expect([status, headers.get('retry-after')]).toEqual([429, '2'])
    }
  })
}

describe('a gate without a place uses nothing up', () => {
  test('of a sign-in, and leaves nothing in the audit', async () => {
    await anAccount({ email })
    await refused(6, () => logIn(email, 'wrong horse'))
    await refused(6, () => logIn('nobody@example.com'))
    expect(await auditTrail()).toEqual([])
    expect((await logIn(email)).status).toBe(200)
  })

  test('gives back that try alone: wrong passwords before it still count', async () => {
    await anAccount({ email })
    for (let count = 0; count < 4; count++) expect((await logIn(email, 'wrong horse')).status).toBe(401)
    await refused(1, () => logIn(email))
    expect((await logIn(email, 'wrong horse')).status).toBe(401)
    expect((await logIn(email)).status).toBe(429)
  })

  test.each([
    ['another e-mail', '/users/update-profile', { email: 'new@example.com' }],
    ['a passkey', '/users/passkeys/options', {}],
    ['another password', '/users/change-password', { password: next }],
  ])('of a re-authentication for %s', async (_, path, body) => {
    const { id } = await anAccount({ email })
    const token = await anOldSession(id)
    const ask = () => send('POST', path, { token, body: { ...body, currentPassword: rightPassword } })
    await refused(21, ask)
    expect(await auditTrail()).toEqual([])
    expect((await ask()).status).toBe(200)
  })

  test('of a first password', async () => {
    const { id } = await anAuthor({ email })
    const ask = () => send('POST', '/users/change-password', { as: id, body: { password: next } })
    await refused(21, ask)
    expect((await ask()).status).toBe(200)
  })

  test('of a sign-up, neither for the browser nor for its address', async () => {
    const { limits } = api().context
    const address = '192.0.2.1'
    for (let count = 0; count < 29; count++) await takeShared(limits, 'signup', { address, userAgent: firefox })
    for (let count = 0; count < 270; count++) await takeShared(limits, 'signup', { address, userAgent: `${count}` })
    const body = { name: 'Ada', email, password: next }
    const headers = { 'x-forwarded-for': address, 'user-agent': firefox }
    const signUp = () => send('POST', '/users/signup', { body, headers })
    await refused(2, signUp)
    expect((await signUp()).status).toBe(200)
  })
})
