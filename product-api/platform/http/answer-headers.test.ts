import { anAccount, logIn } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAuthor, aStory } from '#testing/factories.ts'

withApi()

function expectProtected(response: Response): void {
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
}

describe('every answer says that it is no page', () => {
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

  test('but the reference page, which has a policy of its own', async () => {
    const response = await get('/reference')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('no cache keeps', () => {
  test('what was asked with a session, or with what shall be one', async () => {
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

test('what everyone may read says nothing of caches', async () => {
  const { slug } = await aStory()
  for (const path of ['/contents', `/contents/${slug}`, '/publications', '/openapi.json']) {
    expect((await get(path)).headers.get('cache-control')).toBeNull()
  }
})
