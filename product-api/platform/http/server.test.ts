import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { api, withApi } from '#testing/api.ts'
import { closeServer, listen } from './server.ts'

withApi()

let server: Server
beforeAll(async () => {
  server = await listen(api().app, { port: 0, host: '127.0.0.1' })
})
afterAll(() => closeServer(server, 0))

/** The raw answer to raw bytes on a socket. */
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

describe('a method that no call supports', () => {
  test.each(['TRACE', 'PATCH', 'PROPFIND', 'PURGE', 'M-SEARCH', 'LINK'])(
    '%s is a problem and no fault',
    async (method) => {
      for (const [path, status] of [
        ['/contents', 405],
        ['/contents/search', 405],
        ['/users/login', 405],
        ['/healthz', 405],
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

describe('requests that are refused before the app sees them get the usual headers', () => {
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

describe('an answer that needs no body', () => {
  const large = 3 * 1024 * 1024
  const ended = ['Authorization: Bearer ended', 'Content-Type: application/json', `Content-Length: ${large}`]

  test.each([
    [401, 'an ended session', 'POST /users/update-profile', ended],
    [404, 'no such address', 'POST /nothing/here', ended],
    [405, 'another method', 'DELETE /contents', ended],
    [400, 'no JSON', 'POST /users/login', ['Content-Type: text/plain', `Content-Length: ${large}`]],
    [414, 'too long an address', `POST /${'a'.repeat(9_000)}`, ended],
    [413, 'too many bytes', 'POST /users/login', ['Content-Type: application/json', 'Content-Length: 5000000']],
  ])('%d, %s: the connection goes on, however slow the body is', async (status, _, line, headers) => {
    const length = Number(/\d+$/.exec(headers.join())?.[0])
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    const closed = once(socket, 'close')
    socket.write(`${[`${line} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`)
    socket.write('x'.repeat(length / 2))
    // The sender is slow; this is no waiting for anything.
    await delay(700)
    socket.write('x'.repeat(length - length / 2))
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    await closed
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200'])
  })

  test('never costs another client theirs', async () => {
    const { port } = server.address() as AddressInfo
    const ask = async (index: number) => {
      const isLarge = index % 20 === 0
      const body = JSON.stringify({ bio: 'x'.repeat(large) })
      const headers = { authorization: 'Bearer ended', 'content-type': 'application/json' }
      const url = `http://127.0.0.1:${port}${isLarge ? '/users/update-profile' : '/contents'}`
      const response = await fetch(url, isLarge ? { method: 'POST', headers, body } : {})
      await response.arrayBuffer()
      return response.status === (isLarge ? 401 : 200)
    }
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => ask(index)))
    expect(answers.filter((isRight) => !isRight)).toEqual([])
  })

  test('is cut off if the body has no end', async () => {
    const head = 'POST /nothing/here HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n'
    const { answer } = await say(head + 'x'.repeat(9 * 1024 * 1024))
    expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*connection: close/i)
  })
})

describe('a file that is refused before it has arrived', () => {
  test.each([
    [401, 'POST /uploads', ['Content-Type: image/png']],
    [401, 'POST /uploads', ['Content-Type: image/png', 'Authorization: Bearer ended']],
    [401, 'POST /newsletters/subscribers/import', ['Content-Type: text/csv']],
  ])('%d: %s is answered at once, however slowly it comes, and the sender hears it', async (status, line, headers) => {
    const { port } = server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    const faults: unknown[] = []
    socket.on('error', (fault) => faults.push(fault))
    const ended = once(socket, 'end')
    const about = ['Host: localhost', 'Content-Length: 15000000', ...headers]
    socket.write(`${[`${line} HTTP/1.1`, ...about].join('\r\n')}\r\n\r\n`)
    // A slow line: something comes all the time, also after the answer.
    const sending = setInterval(() => socket.write('x'.repeat(1_000)), 20)
    const askedAt = performance.now()
    await ended
    expect(performance.now() - askedAt).toBeLessThan(5_000)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*connection: close`, 'i'))
    expect(answer).toContain('"code":"unauthenticated"')
    await delay(300)
    expect(faults).toEqual([])
    clearInterval(sending)
    const closed = once(socket, 'close')
    socket.end()
    await closed
  })
})

test('an unknown expectation is ignored', async () => {
  const said = await request('GET /contents HTTP/1.1', 'Expect: a-miracle')
  expect(said.status).toBe(200)
  expectProtected(said.answer)
})

test('a request with two Host headers is refused', async () => {
  const said = await request('GET /contents HTTP/1.1', 'Host: other.example')
  expect(said.status).toBe(400)
  expect(said.answer).toContain('more than one Host')
})
