import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { api, withApi } from '../testing/api.ts'
import { closeServer, listen } from './server.ts'

withApi()

let server: Server
beforeAll(async () => {
  server = await listen(api().app, { port: 0, host: '127.0.0.1' })
})
afterAll(() => closeServer(server, 0))

/** What a socket hears for what it says, word by word. */
function say(text: string): Promise<{ status: number; answer: string }> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]), answer }))
  })
}

const request = (line: string, ...headers: string[]) =>
  say(`${[line, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`)

function expectProtected(answer: string): void {
  for (const header of [
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    'referrer-policy: no-referrer',
  ]) {
    expect(answer.split(header)).toHaveLength(2)
  }
}

describe('a method that nobody needs', () => {
  test.each(['TRACE', 'OPTIONS', 'PATCH', 'PROPFIND', 'PURGE', 'M-SEARCH', 'LINK'])(
    '%s is a problem and no fault',
    async (method) => {
      for (const [path, status] of [
        ['/contents', 405],
        ['/contents/search', 405],
        ['/users/login', 405],
        ['/healthz', 404],
        ['/nothing/here', 404],
      ]) {
        const said = await request(`${method} ${path} HTTP/1.1`)
        expect(said.status).toBe(status)
        expect(said.answer).toContain('application/problem+json')
        expectProtected(said.answer)
      }
    },
  )

  test('TRACE echoes nothing', async () => {
    const { answer } = await request('TRACE /contents HTTP/1.1', 'Authorization: Bearer my-secret')
    expect(answer).not.toContain('my-secret')
  })
})

describe('what is refused before the API sees it has the headers of every answer', () => {
  test.each([
    [431, 'headers that are too large', `GET /contents HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(70_000)}\r\n\r\n`],
    [400, 'no HTTP', 'hello there\r\n\r\n'],
    [400, 'an unknown method', 'TRACK /contents HTTP/1.1\r\nHost: x\r\n\r\n'],
    [400, 'no host', 'GET /contents HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [400, 'a host that is none', 'GET /contents HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    [400, 'two lengths', 'POST /users/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ])('%d: %s', async (status, _, text) => {
    const said = await say(text)
    expect(said.status).toBe(status)
    expectProtected(said.answer)
  })
})

test('an expectation that nobody knows is left aside', async () => {
  const said = await request('GET /contents HTTP/1.1', 'Expect: a-miracle')
  expect(said.status).toBe(200)
  expectProtected(said.answer)
})
