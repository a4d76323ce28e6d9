import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { askOverHttp } from './ask-over-http.ts'

let server: Server
let elsewhere: Server
const asked: { path: string; token: string | undefined; length: string | undefined; body: string; port: number }[] = []

async function listening(answer: (path: string) => [number, Record<string, string>, string]): Promise<Server> {
  const made = createServer(async (request: IncomingMessage, response) => {
    const { authorization: token, 'content-length': length } = request.headers
    const path = request.url ?? ''
    asked.push({ path, token, length, body: await text(request), port: request.socket.remotePort ?? 0 })
    response.writeHead(...(answer(path).slice(0, 2) as [number, Record<string, string>])).end(answer(path)[2])
  }).listen(0, '127.0.0.1')
  await once(made, 'listening')
  return made
}

const addressOf = (of: Server, path: string) => new URL(`http://127.0.0.1:${(of.address() as AddressInfo).port}${path}`)

beforeAll(async () => {
  elsewhere = await listening(() => [200, {}, '{}'])
  server = await listening((path) => {
    if (path === '/moved') return [308, { location: '/story' }, '']
    if (path === '/round') return [308, { location: '/round' }, '']
    if (path === '/away') return [308, { location: addressOf(elsewhere, '/story').href }, '']
    if (path === '/missing') return [404, {}, '{"code":"not_found"}']
    return [200, { 'content-type': 'application/json', link: '</next>; rel="next"' }, '{"title":"Öl"}']
  })
})
beforeEach(() => {
  asked.length = 0
})
afterAll(() => {
  for (const one of [server, elsewhere]) {
    one.closeAllConnections()
    one.close()
  }
})

const ask = (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) =>
  askOverHttp(addressOf(server, path), {
    method,
    headers: { authorization: 'Bearer a' },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(5_000),
  })

test('an answer comes with its status, headers and body, and the connection is used again', async () => {
  const answer = await ask('/story')
  expect([answer.ok, answer.status, answer.headers.get('link')]).toEqual([true, 200, '</next>; rel="next"'])
  expect(await answer.json()).toEqual({ title: 'Öl' })
  await ask('/story')
  expect(asked[0]?.port).toBe(asked[1]?.port)
})

test('a refusal is an answer as well', async () => {
  const answer = await ask('/missing')
  expect([answer.ok, answer.status, await answer.json()]).toEqual([false, 404, { code: 'not_found' }])
})

// Without a length what follows the headers would be read as the next request.
test.each(['POST', 'PUT', 'DELETE'])(
  'the body of a %s is sent with its length, and the connection is used again',
  async (method) => {
    for (let count = 0; count < 2; count++) {
      expect((await ask('/story', { method, body: '{"title":"Öl"}' })).status).toBe(200)
    }
    expect(asked.map(({ body, length }) => [body, length])).toEqual(Array(2).fill(['{"title":"Öl"}', '15']))
    expect(asked[0]?.port).toBe(asked[1]?.port)
  },
)

test.each(['POST', 'DELETE'])('a %s without a body has none', async (method) => {
  await ask('/story', { method })
  await ask('/story')
  expect(asked.map(({ body }) => body)).toEqual(['', ''])
})

test('a read follows a story that has moved, with the session', async () => {
  const answer = await ask('/moved')
  expect([answer.url, await answer.json()]).toEqual([addressOf(server, '/story').href, { title: 'Öl' }])
  expect(asked.map(({ path, token }) => [path, token])).toEqual([
    ['/moved', 'Bearer a'],
    ['/story', 'Bearer a'],
  ])
})

test('a write follows no redirect', async () => {
  expect((await ask('/moved', { method: 'POST' })).status).toBe(308)
  expect(asked).toHaveLength(1)
})

test('no redirect leads to another server, or in a circle', async () => {
  await expect(ask('/away')).rejects.toThrow('leads astray')
  expect(asked).toHaveLength(1)
  await expect(ask('/round')).rejects.toThrow('leads astray')
})

test('a call that takes too long fails with a timeout', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const signal = AbortSignal.timeout(20)
  const asking = askOverHttp(addressOf(silent, '/'), { method: 'GET', headers: {}, signal })
  await expect(asking).rejects.toThrow()
  expect(signal.aborted).toBe(true)
  silent.closeAllConnections()
  silent.close()
})

// Else a write could go out over a connection in the moment in which the server closes it, and be lost.
test('a connection is given up before the server closes it', async () => {
  const closing = createServer({ keepAliveTimeout: 2_000, keepAliveTimeoutBuffer: 0 }, (_, response) => {
    response.end('{}')
  })
  closing.listen(0, '127.0.0.1')
  await once(closing, 'listening')
  const connected = once(closing, 'connection')
  await askOverHttp(addressOf(closing, '/'), { method: 'GET', headers: {}, signal: AbortSignal.timeout(5_000) })
  const [socket] = (await connected) as [Socket]
  const endedBy = await Promise.race([
    once(socket, 'end').then(() => 'the client'),
    once(socket, 'close').then(() => 'the server'),
  ])
  expect(endedBy).toBe('the client')
  closing.close()
})

test('an answer may take longer than an idle connection is kept', async () => {
  const slow = createServer((_, response) => setTimeout(() => response.end('{"title":"late"}'), 5_000))
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const signal = AbortSignal.timeout(20_000)
  const answer = await askOverHttp(addressOf(slow, '/'), { method: 'POST', headers: {}, body: '{}', signal })
  expect(await answer.json()).toEqual({ title: 'late' })
  slow.closeAllConnections()
  slow.close()
}, 20_000)
