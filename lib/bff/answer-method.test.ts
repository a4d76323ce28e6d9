import { once } from 'node:events'
import { createServer, request as requestHttp, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ProblemBody } from '#contract/problems.ts'
import { answerMethod } from './answer-method.ts'

let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!answerMethod(request, response, 'r1')) response.writeHead(299).end()
  }).listen(0)
  await once(server, 'listening')
})
afterAll(() => server.close())

async function ask(method: string, path: string) {
  const { port } = server.address() as AddressInfo
  const sent = requestHttp({ port, method, path }).end()
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

const passed = 299

describe('OPTIONS names what a call has', () => {
  test.each([
    ['/api/contents', 'GET, HEAD, POST, OPTIONS'],
    ['/api/contents/category/fiction', 'GET, HEAD, OPTIONS'],
    ['/api/users/sessions', 'GET, HEAD, DELETE, OPTIONS'],
    ['/api/newsletters/unsubscribe/abc/one-click', 'GET, HEAD, POST, OPTIONS'],
    ['/api/newsletters/confirm/abc', 'GET, HEAD, POST, OPTIONS'],
    ['/api/newsletters/preferences/abc', 'GET, HEAD, POST, PUT, OPTIONS'],
    ['/api/auth/session', 'GET, HEAD, POST, OPTIONS'],
    ['/api/auth/callback/credentials', 'POST, OPTIONS'],
  ])('%s: %s', async (path, allow) => {
    const { status, headers } = await ask('OPTIONS', path)
    expect([status, headers.allow]).toEqual([204, allow])
  })

  test('and a missing call is a 404, whatever the method', async () => {
    for (const method of ['OPTIONS', 'PATCH', 'PROPFIND']) {
      const { status, body, headers } = await ask(method, '/api/no/such/call?a=b')
      expect([status, headers['content-type']]).toEqual([404, 'application/problem+json'])
      expect(ProblemBody.parse(JSON.parse(body))).toMatchObject({ status: 404, requestId: 'r1' })
    }
  })
})

describe('a method that a call does not have', () => {
  test.each([
    ['PATCH', '/api/users/signup', 'POST, OPTIONS'],
    ['POST', '/api/contents/category/fiction', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/api/contents', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/api/auth/session', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/api/auth/callback/credentials', 'POST, OPTIONS'],
  ])('%s %s is a problem that names those it has', async (method, path, allow) => {
    const { status, body, headers } = await ask(method, path)
    expect([status, headers['content-type'], headers.allow]).toEqual([405, 'application/problem+json', allow])
    expect(ProblemBody.parse(JSON.parse(body)).detail).toContain(allow)
  })
})

test.each([
  ['POST', '/api/auth/callback/credentials'],
  ['DELETE', '/api/users/sessions'],
  // The BFF words the refusal.
  ['POST', '/api/no/such/call'],
])('%s %s is answered as ever', async (method, path) => {
  expect((await ask(method, path)).status).toBe(passed)
})
