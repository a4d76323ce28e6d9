import { ProblemBody } from '#contract/problems.ts'
import { api, get, withApi } from '#testing/api.ts'

withApi()

async function problemOf(response: Response): Promise<ProblemBody> {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const body = ProblemBody.parse(await response.json())
  expect(body.status).toBe(response.status)
  expect(body.message).toBe(body.detail)
  expect(body.requestId).toBe(response.headers.get('x-request-id'))
  return body
}

test('an unknown address is a problem', async () => {
  const response = await get('/nothing/here')
  expect(response.status).toBe(404)
  expect(await problemOf(response)).toMatchObject({ code: 'not_found' })
})

test.each([
  ['PUT', '/contents', 'GET, HEAD, POST, OPTIONS'],
  ['DELETE', '/contents/category/books', 'GET, HEAD, OPTIONS'],
  ['PUT', '/publications', 'GET, HEAD, POST, OPTIONS'],
  ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/openapi.json', 'GET, HEAD, OPTIONS'],
  ['PUT', '/changes', 'GET, HEAD, OPTIONS'],
])('%s %s answers what it takes instead', async (method, path, allow) => {
  const response = await get(path, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
  expect(await problemOf(response)).toMatchObject({ code: 'method_not_allowed' })
})

test.each([
  ['/contents', 'GET, HEAD, POST, OPTIONS'],
  ['/contents/some-slug', 'GET, HEAD, PUT, POST, DELETE, OPTIONS'],
  ['/users/login', 'POST, OPTIONS'],
  ['/readyz', 'GET, HEAD, OPTIONS'],
])('OPTIONS %s says what there is', async (path, allow) => {
  const response = await get(path, { method: 'OPTIONS' })
  expect([response.status, response.headers.get('allow')]).toEqual([204, allow])
})

test('OPTIONS of an unknown address is a problem', async () => {
  expect(await problemOf(await get('/nothing/here', { method: 'OPTIONS' }))).toMatchObject({ code: 'not_found' })
})

test.each([
  ['too long', `/contents/${'a'.repeat(9_000)}`, 414],
  ['a NUL in the path', '/contents/%00', 400],
  ['a NUL in the query', '/contents?cursor=%00', 400],
  ['no UTF-8', '/contents/%ff', 400],
  ['half a character', '/contents/%e0%a4%a', 400],
  ['a lone percent sign', '/contents/search?content=%', 400],
])('an address is refused for %s', async (_, path, status) => {
  const response = await get(path)
  expect(response.status).toBe(status)
  await problemOf(response)
})

test('an unknown fault tells a request id and nothing of itself; the log has the cause', async () => {
  const { pool } = api()
  await pool.query('alter table publications rename to mislaid')
  try {
    const response = await get('/publications/private-name', { headers: { 'x-request-id': 'trace-1' } })
    expect(response.status).toBe(500)
    const body = await problemOf(response)
    expect(body).toMatchObject({ code: 'internal', title: 'Something went wrong', requestId: 'trace-1' })
    expect(JSON.stringify(body)).not.toMatch(/mislaid|publications|relation|select/i)
    const failure = api().log.find((line) => line.includes('a call failed'))
    expect(failure).toMatch(/relation \\"publications\\" does not exist/)
    expect(failure).not.toContain('private-name')
  } finally {
    await pool.query('alter table mislaid rename to publications')
  }
})

describe('request ids', () => {
  test('keeps a valid one and replaces an invalid one', async () => {
    expect((await get('/healthz', { headers: { 'x-request-id': 'abc-1' } })).headers.get('x-request-id')).toBe('abc-1')
    for (const bad of ['a b', 'x'.repeat(200), '<script>']) {
      const id = (await get('/healthz', { headers: { 'x-request-id': bad } })).headers.get('x-request-id')
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('health and figures', () => {
  test('the process lives and the database answers', async () => {
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(200)
  })

  test('requests are measured by route, not by address', async () => {
    await get('/contents/some-slug')
    await get('/no/such/address')
    const text = await (await get('/metrics')).text()
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/contents/:slug",status="404"} 1')
    expect(text).toContain('route="other",status="404"')
    expect(text).not.toContain('some-slug')
  })
})
