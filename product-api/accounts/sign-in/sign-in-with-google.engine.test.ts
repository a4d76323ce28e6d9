import { Hono } from 'hono'
import type { SignedIn } from '#contract/users.ts'
import { over } from '#platform/db/client.ts'
import { DatabasePool } from '#platform/db/pool.ts'
import type { Api, HonoEnv } from '#platform/http/api.ts'
import { answerFailures } from '#platform/http/failures.ts'
import { identify } from '#platform/http/middleware.ts'
import { readTrustedProxies } from '#platform/http/trusted-proxies.ts'
import { createLogger } from '#platform/log.ts'
import { anAccount, auditTrail } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { connectionOf } from '#testing/databases.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { clientId, type Provider, startProvider } from '#testing/google.ts'
import { invite, setSite } from '#testing/invitations.ts'
import { createGoogleVerifier } from '../google-verifier.ts'
import { signInRoutes } from '../routes.ts'

withApi()

let provider: Provider
let hono: Hono<HonoEnv>
beforeAll(async () => {
  provider = await startProvider()
  hono = new Hono<HonoEnv>()
  const routes: Api = { hono, context: api().context, findActor: async () => undefined }
  hono.use(identify(createLogger('silent'), readTrustedProxies('')))
  answerFailures(routes)
  const google = createGoogleVerifier({ issuer: provider.issuer, clientId })
  signInRoutes(routes, { google })
})
afterAll(() => provider.stop())

async function signIn(credential: string, more: object = {}): Promise<Response> {
  const body = JSON.stringify({ ...more, credential })
  return hono.request('/users/login/oauth2', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
}

/** Runs `change` just before the first matching statement of `act`, as if another transaction had committed then. */
async function meanwhile<T>(when: RegExp, change: string, act: () => Promise<T>): Promise<T> {
  const { context } = api()
  const { db } = context
  const pool = new DatabasePool({ ...connectionOf(globalThis.testDatabase), max: 1 })
  let changes = 0
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    const watched = async (asked: { text?: string }, ...more: unknown[]) => {
      if (when.test(asked.text ?? '') && changes++ === 0) await query(change)
      return query(asked, ...more)
    }
    client.query = watched as typeof client.query
  })
  context.db = over(pool).db
  const result = await act()
  context.db = db
  await pool.end()
  expect(changes).toBeGreaterThan(0)
  return result
}

const signedIn = async (response: Response) => (await response.json()) as SignedIn

describe('a new person’s first sign-in with Google', () => {
  const refusal = async () => {
    const response = await signIn(await provider.token())
    return [response.status, (await response.json()).detail]
  }
  const rows = async () => (await api().pool.query("select invited_at from users where role = 'user'")).rows

  test('needs an open invitation for the address where only invited people may sign up, and uses it', async () => {
    await setSite({ sign_up: 'invited' })
    expect(await refusal()).toEqual([403, expect.stringMatching(/^Only invited people can create an account here\./)])
    await invite(await anAdmin(), 'ADA@example.com')
    expect((await signIn(await provider.token())).status).toBe(200)
    expect(await rows()).toEqual([{ invited_at: expect.any(Date) }])
    expect((await auditTrail('invitation_accepted')).map(({ email }) => email)).toEqual(['ADA@example.com'])
    expect((await signIn(await provider.token())).status).toBe(200)
  })

  test('is refused with an invitation too where only administrators may, and people with an account still sign in', async () => {
    await invite(await anAdmin(), 'ada@example.com')
    await setSite({ sign_up: 'administrators' })
    expect(await refusal()).toEqual([403, expect.stringMatching(/^New accounts can’t be created here/)])
    expect(await rows()).toEqual([])
    await anAuthor({ email: 'ada@example.com', emailProvenAt: new Date() })
    expect((await signIn(await provider.token())).status).toBe(200)
  })

  test('uses an expired invitation for nothing', async () => {
    await setSite({ sign_up: 'invited' })
    await invite(await anAdmin(), 'ada@example.com')
    await api().pool.query('update invitations set expires_at = created_at')
    expect((await refusal())[0]).toBe(403)
  })
})

describe('POST /users/login/oauth2', () => {
  test('creates an account with a proven address for a new person', async () => {
    const response = await signIn(await provider.token())
    expect(response.status).toBe(200)
    const { token, user } = await signedIn(response)
    expect(user).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      role: 'user',
      profile_image: 'https://pictures.example/ada.jpg',
      email_proven: true,
      has_password: false,
    })
    expect((await get('/users/current_user', { token })).status).toBe(200)
    expect((await mails()).map(({ to }) => to.address)).toEqual(['ada@example.com'])
  })

  test('recognises a person by the subject, also with another address', async () => {
    const first = await signedIn(await signIn(await provider.token()))
    const again = await signedIn(await signIn(await provider.token({ email: 'countess@example.com' })))
    expect(again.user).toMatchObject({ uuid: first.user.uuid, email: 'ada@example.com' })
    const other = await signedIn(await signIn(await provider.token({ sub: 'another', email: 'bob@example.com' })))
    expect(other.user.uuid).not.toBe(first.user.uuid)
  })

  test('lets two simultaneous first sign-ins into the same account', async () => {
    const token = await provider.token()
    const both = await Promise.all([signIn(token), signIn(token)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const [one, other] = await Promise.all(both.map(signedIn))
    expect(one?.user.uuid).toBe(other?.user.uuid)
  })

  test('gives no access if a simultaneous password reset unlinks the identity', async () => {
    const token = await provider.token()
    const { user } = await signedIn(await signIn(token))
    await api().pool.query("update users set email = 'countess@example.com'")
    const response = await meanwhile(/for no key update/, 'delete from identities', () => signIn(token))
    expect(response.status).toBe(200)
    expect((await signedIn(response)).user.uuid).not.toBe(user.uuid)
  })

  test.each([
    [{ name: 'Bytewise' }, 'ada'],
    [{ name: '<b>x</b>', email: 'bytewise@example.com' }, 'Reader'],
  ])('replaces a forbidden name: %j', async (claims, name) => {
    const { user } = await signedIn(await signIn(await provider.token(claims)))
    expect(user.name).toBe(name)
  })

  test('ignores other fields than the token', async () => {
    await anAccount({ email: 'admin@example.com', role: 'admin', emailProvenAt: new Date() })
    const claimed = { email: 'admin@example.com', name: 'Admin', role: 'admin', sub: 'x' }
    const { user } = await signedIn(await signIn(await provider.token(), claimed))
    expect(user).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace', role: 'user' })
  })

  test('refuses a request without a token', async () => {
    await anAccount({ email: 'admin@example.com', role: 'admin' })
    const body = { name: 'Admin', email: 'admin@example.com' }
    const response = await send('POST', '/users/login/oauth2', { body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { credential: expect.any(String) } })
  })

  test.each(['ada@example.com', 'ADA@example.com'])('links an account whose address %s was proven', async (email) => {
    const { id } = await anAccount({ email, emailProvenAt: new Date() })
    const { user } = await signedIn(await signIn(await provider.token()))
    expect(user).toMatchObject({ uuid: id, has_password: true })
    expect((await auditTrail('google_linked')).map(({ user_id }) => user_id)).toEqual([id])
  })

  test('never takes over an account whose address was not proven', async () => {
    await anAccount({ email: 'ada@example.com' })
    const response = await signIn(await provider.token())
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      code: 'not_possible',
      detail: expect.stringContaining('confirm your address'),
    })
    const { rows } = await api().pool.query('select 1 from identities union all select 1 from sessions')
    expect(rows).toEqual([])
  })

  test('refuses a suspended account, and links no identity to it', async () => {
    const { id } = await anAccount({ email: 'ada@example.com', emailProvenAt: new Date() })
    const suspend = "update users set suspended_at = now(), suspended_reason = 'spam'"
    await api().pool.query(suspend)
    expect((await signIn(await provider.token())).status).toBe(403)
    expect((await api().pool.query('select 1 from identities')).rows).toEqual([])
    expect(await auditTrail('sign_in_refused')).toMatchObject([{ user_id: id, details: { method: 'google' } }])
    await api().pool.query('update users set suspended_at = null, suspended_reason = null')
    expect((await signIn(await provider.token())).status).toBe(200)
    await api().pool.query(suspend)
    expect(await (await signIn(await provider.token())).json()).toMatchObject({ code: 'suspended' })
    expect(await auditTrail('sign_in_refused')).toMatchObject([{ user_id: id, details: { method: 'google' } }])
  })

  test('refuses an invalid token, records it in the audit, and limits how often', async () => {
    const token = await provider.token({ aud: 'another' })
    expect((await signIn(token)).status).toBe(401)
    expect(await auditTrail()).toMatchObject([
      { action: 'sign_in_failed', user_id: null, email: '', address: '127.0.0.1', details: { method: 'google' } },
    ])
    for (let count = 0; count < 99; count++) await api().context.limits.take('google', '127.0.0.1')
    expect((await signIn(token)).status).toBe(429)
    expect(await auditTrail('sign_in_failed')).toHaveLength(1)
  })

  test('accepts a valid token after many invalid ones from the same address', async () => {
    const { limits } = api().context
    for (let count = 0; count < 100; count++) await limits.take('google', '127.0.0.1')
    for (let count = 0; count < 1_000; count++) await limits.take('loginAddress', '127.0.0.1')
    expect((await signIn(await provider.token())).status).toBe(200)
  })

  test('limits a replayed token to sixty an hour for one account and client, by any method', async () => {
    const token = await provider.token()
    expect((await signIn(token)).status).toBe(200)
    for (let count = 0; count < 59; count++)
      await api().context.limits.take('loginSuccess', 'ada@example.com 127.0.0.1')
    expect((await signIn(token)).status).toBe(200)
    for (let count = 0; count < 3; count++) expect((await signIn(token)).status).toBe(429)
    expect(await auditTrail('sign_in')).toHaveLength(2)
    expect(await auditTrail('sign_in_refused')).toMatchObject([
      { email: 'ada@example.com', details: { method: 'google', limit: 'loginSuccess' } },
    ])
    expect((await signIn(await provider.token({ sub: 'another', email: 'bob@example.com' }))).status).toBe(200)
  })

  test('emails the owner once that Google was connected', async () => {
    await anAccount({ email: 'ada@example.com', name: 'Ada', emailProvenAt: new Date() })
    await signIn(await provider.token())
    await signIn(await provider.token())
    const notices = (await mails()).filter(({ subject }) => subject.includes('Google sign-in was connected'))
    expect(notices).toMatchObject([{ to: { name: 'Ada', address: 'ada@example.com' } }])
    for (const part of ['127.0.0.1', 'http://localhost:3000/forgot-password']) expect(notices[0]?.text).toContain(part)
  })

  test('names the missing settings if it is not configured', async () => {
    await anAuthor()
    const response = await send('POST', '/users/login/oauth2', { body: { credential: 'x' } })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      detail: 'Google sign-in isn’t set up. To switch it on, set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    })
  })
})
