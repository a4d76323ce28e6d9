import type { Challenge, Passkey } from '#contract/sessions.ts'
import type { SignedIn } from '#contract/users.ts'
import { takeShared } from '#platform/limits/limits.ts'
import { anAccount, auditTrail, minuteMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAuthenticator } from '#testing/authenticator.ts'
import { anAuthor } from '#testing/factories.ts'

withApi()

type Asked = Challenge & { options: { challenge: string } }
const json = async <T>(response: Promise<Response>) => (await (await response).json()) as T
const options = (as?: string) => send('POST', '/users/passkeys/options', { as, body: {} })
const begin = (as: string) => json<Asked>(options(as))
const add = (as: string, body: object) => send('POST', '/users/passkeys', { as, body })
const beginLogin = () => json<Asked>(send('POST', '/users/login/passkey/options'))
const logIn = (body: object) => send('POST', '/users/login/passkey', { body })
const listed = (as: string) => json<Passkey[]>(get('/users/passkeys', { as }))

async function addOne(as: string, authenticator = anAuthenticator(), name?: string) {
  const { challenge_id, options } = await begin(as)
  const response = await add(as, { challenge_id, response: authenticator.create(options), name })
  return { authenticator, response }
}

async function answerWith(
  authenticator: ReturnType<typeof anAuthenticator>,
  given: { userHandle?: string; count?: number; verifies?: boolean } = {},
) {
  const { challenge_id, options } = await beginLogin()
  return { challenge_id, response: authenticator.get(options, given) }
}

describe('adding a passkey', () => {
  test('asks for a discoverable passkey with user verification', async () => {
    const { id, email } = await anAccount({ name: 'Ada' })
    expect(await begin(id)).toMatchObject({
      challenge_id: expect.any(String),
      options: {
        challenge: expect.any(String),
        rp: { id: 'localhost', name: 'Bytewise' },
        user: { name: email, displayName: 'Ada', id: Buffer.from(id).toString('base64url') },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [],
      },
    })
  })

  test('stores and lists it, and excludes it the next time', async () => {
    const { id } = await anAccount()
    const { authenticator, response } = await addOne(id, undefined, 'My laptop')
    expect(response.status).toBe(200)
    const made = { id: authenticator.id, name: 'My laptop', created_at: expect.any(String), last_used_at: null }
    expect(await response.json()).toEqual(made)
    expect(await listed(id)).toEqual([made])
    expect(await begin(id)).toMatchObject({ options: { excludeCredentials: [{ id: authenticator.id }] } })
    expect(await auditTrail('passkey_added')).toMatchObject([{ user_id: id, details: { name: 'My laptop' } }])
  })

  test.each([
    ['a bad answer', (asked: Asked) => ({ challenge_id: asked.challenge_id, response: { id: 'x' } })],
    [
      'an unknown challenge',
      ({ options }: Asked) => ({ challenge_id: 'x', response: anAuthenticator().create(options) }),
    ],
    [
      'an answer to another challenge',
      ({ challenge_id }: Asked) => ({ challenge_id, response: anAuthenticator().create({ challenge: 'b3RoZXI' }) }),
    ],
    [
      'an answer made for another site',
      ({ challenge_id, options }: Asked) => ({
        challenge_id,
        response: anAuthenticator({ origin: 'https://evil.example' }).create(options),
      }),
    ],
    [
      'a key that asks neither for a finger nor for a PIN',
      ({ challenge_id, options }: Asked) => ({
        challenge_id,
        response: anAuthenticator({ verifies: false }).create(options),
      }),
    ],
  ])('refuses %s', async (_, answer) => {
    const { id } = await anAccount()
    const response = await add(id, answer(await begin(id)))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { response: expect.any(String) } })
    expect(await listed(id)).toEqual([])
  })

  test('stores known transports only, and refuses a long list', async () => {
    const { id } = await anAccount()
    const withTransports = async (transports: unknown[]) => {
      const { challenge_id, options } = await begin(id)
      const answer = anAuthenticator().create(options)
      return add(id, { challenge_id, response: { ...answer, response: { ...answer.response, transports } } })
    }
    expect((await withTransports(['usb', 'teleport', 'internal', 'usb', ''])).status).toBe(200)
    for (const bad of [Array(17).fill('usb'), ['u'.repeat(33)], [7], [null]]) {
      expect((await withTransports(bad)).status).toBe(400)
    }
    const kept = await api().pool.query('select transports from passkeys')
    expect(kept.rows).toEqual([{ transports: ['internal', 'usb'] }])
  })

  test.each(['a\0b', 'half \ud83e', '\udd84'])('refuses the name %j, which the database can’t store', async (name) => {
    const { id } = await anAccount()
    expect((await addOne(id, undefined, name)).response.status).toBe(400)
    expect((await addOne(id, undefined, 'whole 🦄 \\ud83e')).response.status).toBe(200)
  })

  test('accepts a challenge once, within five minutes, from the person it was made for', async () => {
    const { id } = await anAccount()
    const asked = await begin(id)
    expect(
      (await add((await anAccount()).id, { ...asked, response: anAuthenticator().create(asked.options) })).status,
    ).toBe(400)
    await add(id, { ...asked, response: { id: 'x' } })
    expect((await add(id, { ...asked, response: anAuthenticator().create(asked.options) })).status).toBe(400)
    const late = await begin(id)
    passTime(5 * minuteMs + 1)
    expect((await add(id, { ...late, response: anAuthenticator().create(late.options) })).status).toBe(400)
    expect(await listed(id)).toEqual([])
  })

  test('refuses a passkey that belongs to another person', async () => {
    const { authenticator } = await addOne((await anAccount()).id)
    expect((await addOne((await anAccount()).id, authenticator)).response.status).toBe(400)
  })

  test('refuses more than ten', async () => {
    const { id } = await anAccount()
    const asked = await begin(id)
    const insert = `insert into passkeys select 'own' || number, $1, '', 0, '{}', 'own', now() from generate_series(1, 10) number`
    await api().pool.query(insert, [id])
    expect((await add(id, { ...asked, response: anAuthenticator().create(asked.options) })).status).toBe(400)
    expect((await options(id)).status).toBe(400)
  })

  test('answers 401 without a session, and limits how often', async () => {
    const body = { challenge_id: 'x', response: { id: 'x' } }
    const statuses = [options(), send('POST', '/users/passkeys', { body }), get('/users/passkeys')]
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 401, 401])
    const { id } = await anAccount()
    for (let count = 0; count < 20; count++) await begin(id)
    expect((await options(id)).status).toBe(429)
  })
})

describe('signing in with a passkey', () => {
  test('works without an address', async () => {
    const { id, name } = await anAccount()
    const { authenticator } = await addOne(id)
    expect(await beginLogin()).toMatchObject({ options: { rpId: 'localhost', userVerification: 'required' } })
    const response = await logIn(await answerWith(authenticator, { userHandle: id }))
    expect(response.status).toBe(200)
    const { token, user } = (await response.json()) as SignedIn
    expect(user).toMatchObject({ uuid: id, name })
    expect((await get('/users/current_user', { token })).status).toBe(200)
    expect((await listed(id))[0]?.last_used_at).toEqual(expect.any(String))
    expect(await auditTrail('sign_in')).toMatchObject([{ user_id: id, details: { method: 'passkey' } }])
  })

  test('is limited to sixty an hour for one account and client, by any method', async () => {
    const { id, email } = await anAccount()
    const { authenticator } = await addOne(id)
    for (let count = 0; count < 59; count++) await api().context.limits.take('loginSuccess', `${email} 127.0.0.1`)
    expect((await logIn(await answerWith(authenticator))).status).toBe(200)
    expect((await logIn(await answerWith(authenticator))).status).toBe(429)
    expect(await auditTrail('sign_in')).toHaveLength(1)
    expect(await auditTrail('sign_in_refused')).toMatchObject([
      { user_id: id, details: { method: 'passkey', limit: 'loginSuccess' } },
    ])
  })

  test('accepts a response once', async () => {
    const { authenticator } = await addOne((await anAccount()).id)
    const answer = await answerWith(authenticator)
    const both = await Promise.all([logIn(answer), logIn(answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('refuses a cloned authenticator, whose counter is behind', async () => {
    const { authenticator } = await addOne((await anAccount()).id)
    expect((await logIn(await answerWith(authenticator, { count: 5 }))).status).toBe(200)
    expect((await logIn(await answerWith(authenticator, { count: 5 }))).status).toBe(401)
    expect((await logIn(await answerWith(authenticator, { count: 6 }))).status).toBe(200)
  })

  test('refuses an unknown passkey, a wrong signature, another account and an expired challenge', async () => {
    const { authenticator } = await addOne((await anAccount()).id)
    const stranger = anAuthenticator()
    const asked = await beginLogin()
    const answers = [
      await answerWith(stranger),
      { ...asked, response: { ...stranger.get(asked.options), id: authenticator.id, rawId: authenticator.id } },
      await answerWith(authenticator, { userHandle: (await anAuthor()).id }),
      { challenge_id: (await beginLogin()).challenge_id, response: { id: authenticator.id } },
      { challenge_id: (await beginLogin()).challenge_id, response: { id: 'a b' } },
      { challenge_id: 'x', response: authenticator.get({ challenge: 'x' }) },
    ]
    for (const answer of answers)
      expect(await (await logIn(answer)).json()).toMatchObject({ code: 'invalid_credentials' })
    const late = await answerWith(authenticator)
    passTime(5 * minuteMs + 1)
    expect((await logIn(late)).status).toBe(401)
  })

  test('refuses a response without user verification', async () => {
    const { authenticator } = await addOne((await anAccount()).id)
    expect((await logIn(await answerWith(authenticator, { verifies: false }))).status).toBe(401)
    expect((await logIn(await answerWith(authenticator))).status).toBe(200)
  })

  test('records failures in the audit, with the passkey’s owner', async () => {
    const { id, email } = await anAccount()
    const { authenticator } = await addOne(id)
    await logIn(await answerWith(anAuthenticator()))
    await logIn(await answerWith(authenticator, { userHandle: 'another' }))
    const failed = { action: 'sign_in_failed', actor_id: null, details: { method: 'passkey' } }
    expect(await auditTrail('sign_in_failed')).toMatchObject([
      { ...failed, user_id: null, email: '' },
      { ...failed, user_id: id, email },
    ])
  })

  test('refuses a challenge that was made for adding a passkey', async () => {
    const { id } = await anAccount()
    const { authenticator } = await addOne(id)
    const { challenge_id, options } = await begin(id)
    expect((await logIn({ challenge_id, response: authenticator.get(options) })).status).toBe(401)
  })

  test('names missing fields, and limits how often', async () => {
    const response = await logIn({})
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      fields: { challenge_id: expect.any(String), response: expect.any(String) },
    })
    const caller = { address: '127.0.0.1', userAgent: '' }
    for (let count = 0; count < 300; count++) await takeShared(api().context.limits, 'passkey', caller)
    expect((await send('POST', '/users/login/passkey/options')).status).toBe(429)
    const headers = { 'user-agent': 'Another' }
    expect((await send('POST', '/users/login/passkey/options', { headers })).status).toBe(200)
  })
})

describe('DELETE /users/passkeys/:id', () => {
  const remove = (id: string, as?: string) => send('DELETE', `/users/passkeys/${id}`, { as })

  test('removes the passkey, which no longer works', async () => {
    const { id } = await anAccount()
    const { authenticator } = await addOne(id)
    expect((await remove(authenticator.id, id)).status).toBe(200)
    expect(await listed(id)).toEqual([])
    expect((await logIn(await answerWith(authenticator))).status).toBe(401)
    expect(await auditTrail('passkey_removed')).toHaveLength(1)
  })

  test('refuses to remove the only way to sign in', async () => {
    const { id } = await anAuthor()
    const { authenticator } = await addOne(id)
    expect((await remove(authenticator.id, id)).status).toBe(409)
    const { authenticator: second } = await addOne(id)
    expect((await remove(authenticator.id, id)).status).toBe(200)
    await api().pool.query(`insert into identities values ('issuer', 'subject', $1, now())`, [id])
    expect((await remove(second.id, id)).status).toBe(200)
  })

  test("answers 404 for another person's passkey, and 401 without a session", async () => {
    const { id } = await anAccount()
    const { authenticator } = await addOne(id)
    expect((await remove(authenticator.id, (await anAccount()).id)).status).toBe(404)
    expect((await remove(authenticator.id)).status).toBe(401)
    expect(await listed(id)).toHaveLength(1)
  })
})
