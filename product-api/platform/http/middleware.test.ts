import { anAccount, logIn } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAuthor, aProvenPerson, aStory } from '#testing/factories.ts'

withApi()

const uuid = '5ec2e750-1111-4111-8111-111111111111'
const asJson = { accept: 'application/json' }
const lines = () => api().log.map((line) => JSON.parse(line) as Record<string, unknown>)

test('logs one line for each request, without queries and headers', async () => {
  await get('/contents/search?content=my-secret-question', { headers: { authorization: 'Bearer my-secret-token' } })
  expect(lines()).toEqual([
    expect.objectContaining({ method: 'GET', route: '/contents/search', status: 200, id: expect.any(String) }),
  ])
  expect(api().log.join('')).not.toContain('my-secret')
})

test.each([
  ['/newsletters/subscriptions/me@example.com', '/newsletters/subscriptions/:email'],
  ['/newsletters/subscriptions/me%40example.com', '/newsletters/subscriptions/:email'],
  [`/newsletters/subscription/${uuid}`, '/newsletters/subscription/:uuid'],
  [`/newsletters/confirm/${uuid}`, '/newsletters/confirm/:uuid'],
  [`/newsletters/unsubscribe/${uuid}?all=true`, '/newsletters/unsubscribe/:uuid'],
  [`/newsletters/confirm/${uuid}/further`, 'other'],
  [`/newsletters/confirm/${uuid}%00`, 'other'],
])('logs %s by its route %s', async (path, route) => {
  const { id } = await aProvenPerson({ email: 'me@example.com' })
  await get(path, { as: id, headers: asJson })
  expect(lines()).toEqual([expect.objectContaining({ route })])
  expect(api().log.join('')).not.toMatch(/5ec2e750|example\.com/)
})

test('logs a failed call by its route too, with the cause', async () => {
  const { id } = await aProvenPerson({ email: 'me@example.com' })
  const { pool } = api()
  await pool.query('alter table subscriptions rename to mislaid')
  try {
    for (const path of ['subscriptions/me@example.com', `confirm/${uuid}`, `unsubscribe/${uuid}`]) {
      expect((await get(`/newsletters/${path}`, { as: id, headers: asJson })).status).toBe(500)
    }
    const body = { authorUuid: uuid, userEmail: 'me@example.com' }
    await send('DELETE', '/newsletters/unsubscribe/author', { as: id, body })
    const failures = lines().filter(({ msg }) => msg === 'a call failed')
    expect(failures.map(({ route }) => route)).toEqual([
      '/newsletters/subscriptions/:email',
      '/newsletters/confirm/:uuid',
      '/newsletters/unsubscribe/:uuid',
      '/newsletters/unsubscribe/author',
    ])
    expect(api().log.join('')).not.toMatch(/5ec2e750|me@example|me%40example/)
  } finally {
    await pool.query('alter table mislaid rename to subscriptions')
  }
})

test('logs a body that is too large by its route too', async () => {
  const body = { email: 'a@example.com', website: 'x'.repeat(5_000_000) }
  expect((await send('POST', '/newsletters/subscribe', { body })).status).toBe(413)
  expect(lines()).toEqual([expect.objectContaining({ route: '/newsletters/subscribe', status: 413 })])
})

function expectProtected(response: Response): void {
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
}

describe('every answer carries the protective headers', () => {
  test.each([
    [200, 'GET', '/contents'],
    [200, 'HEAD', '/contents'],
    [200, 'GET', '/healthz'],
    [200, 'GET', '/openapi.json'],
    [303, 'GET', '/newsletters/confirm/x'],
    [400, 'GET', '/contents/%00'],
    [401, 'GET', '/users/current_user'],
    [404, 'GET', '/nothing/here'],
    [405, 'DELETE', '/contents'],
    [414, 'GET', `/contents/${'a'.repeat(9_000)}`],
  ])('%d %s %s', async (status, method, path) => {
    const response = await get(path, { method })
    expect(response.status).toBe(status)
    expectProtected(response)
  })

  test('413, 429 and 500', async () => {
    const large = { email: 'a@example.com', website: 'x'.repeat(5_000_000) }
    const tooLarge = await send('POST', '/newsletters/subscribe', { body: large })
    for (let count = 0; count < 30; count++) await get('/newsletters/subscription/x')
    const tooMany = await get('/newsletters/subscription/x')
    const { pool } = api()
    await pool.query('alter table contents rename to mislaid')
    const fault = await get('/contents').finally(() => pool.query('alter table mislaid rename to contents'))
    expect([tooLarge.status, tooMany.status, fault.status]).toEqual([413, 429, 500])
    for (const response of [tooLarge, tooMany, fault]) expectProtected(response)
  })

  test('the change feed', async () => {
    const gone = new AbortController()
    const response = await get('/changes', { signal: gone.signal })
    expectProtected(response)
    gone.abort()
    await response.body?.cancel().catch(() => undefined)
  })

  test('the reference page, with a policy of its own', async () => {
    const response = await get('/reference')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('forbids caches to store', () => {
  test('answers to calls with an Authorization header, valid or not', async () => {
    const { id } = await anAuthor()
    const { slug } = await aStory()
    for (const ask of [{ as: id }, { token: 'unknown' }, { headers: { authorization: 'Basic eDp5' } }]) {
      for (const path of ['/contents', `/contents/${slug}`, '/users/current_user', '/contents/none']) {
        expect((await get(path, ask)).headers.get('cache-control')).toBe('no-store')
      }
    }
  })

  test('a token', async () => {
    const response = await logIn((await anAccount()).email)
    expect(await response.json()).toMatchObject({ token: expect.any(String) })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

test('sends no cache-control with public answers', async () => {
  const { slug } = await aStory()
  for (const path of ['/contents', `/contents/${slug}`, '/publications', '/openapi.json']) {
    expect((await get(path)).headers.get('cache-control')).toBeNull()
  }
})
