import { once } from 'node:events'
import { createServer, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Drain } from './http-server.ts'

const body = Buffer.from('Nobody said a word.')
const list = (more: Record<string, string>) => Object.entries({ etag: 'W/"a"', ...more }).flat()
const page = Object.freeze(list({ 'content-type': 'text/plain', 'content-length': String(body.length) }))
const known = Object.freeze(list({}))
const open = Object.freeze(list({ 'content-type': 'text/plain' }))
const changing = list({ 'content-type': 'text/plain', 'content-length': String(body.length), 'x-turn': '0' })

type Answer = (response: ServerResponse) => void
const answers: Record<string, Answer> = {
  '/page': (response) => response.writeHead(200, page as string[]).end(body),
  '/missing': (response) => response.writeHead(404, page as string[]).end(body),
  '/known': (response) => response.writeHead(304, known as string[]).end(),
  '/without-length': (response) => response.writeHead(200, open as string[]).end(body),
  '/with-more': (response) => {
    response.setHeader('x-more', 'yes')
    response.writeHead(200, page as string[]).end(body)
  },
  '/changing': (response) => {
    changing[changing.length - 1] += '0'
    response.writeHead(200, changing).end(body)
  },
}

const plain = createServer((request, response) => answers[request.url ?? '']?.(response))
let drain: Drain
let server: Server

async function listen(started: Server): Promise<void> {
  started.listen(0, '127.0.0.1')
  await once(started, 'listening')
}
beforeAll(() => listen(plain))
afterAll(() => void plain.close())
beforeEach(async () => {
  drain = new Drain()
  server = createServer(drain.serverOptions, (request, response) => answers[request.url ?? '']?.(response))
  drain.watch(server)
  await listen(server)
})
afterEach(() => {
  jest.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

/** All bytes that a server answers to these requests on one connection, the last of which ends it. */
async function ask(at: Server, ...requests: string[]): Promise<string> {
  const socket = connect((at.address() as AddressInfo).port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const last = requests.length - 1
  requests.forEach((line, place) => {
    socket.write(`${line}\r\nhost: here\r\n${place === last ? 'connection: close\r\n' : ''}\r\n`)
  })
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

const undated = (bytes: string) => bytes.replace(/^Date: .*$/gm, 'Date')

describe('an answer whose head was written before', () => {
  test.each([
    ['a page, three times', ['GET /page HTTP/1.1', 'GET /page HTTP/1.1', 'GET /page HTTP/1.1']],
    ['a head alone', ['GET /page HTTP/1.1', 'HEAD /page HTTP/1.1', 'GET /page HTTP/1.1']],
    ['other statuses', ['GET /page HTTP/1.1', 'GET /missing HTTP/1.1', 'GET /page HTTP/1.1', 'GET /missing HTTP/1.1']],
    ['not modified', ['GET /known HTTP/1.1', 'GET /known HTTP/1.1', 'GET /page HTTP/1.1']],
    ['of unknown length', ['GET /without-length HTTP/1.1', 'GET /without-length HTTP/1.1', 'GET /page HTTP/1.1']],
    ['with another header', ['GET /page HTTP/1.1', 'GET /with-more HTTP/1.1', 'GET /page HTTP/1.1']],
    ['an older client', ['GET /page HTTP/1.1', 'GET /page HTTP/1.0']],
    [
      'an older client that keeps its connection',
      ['GET /page HTTP/1.0\r\nconnection: keep-alive', 'GET /page HTTP/1.1'],
    ],
  ])('has the bytes that node:http writes: %s', async (_, requests) => {
    const answered = undated(await ask(server, ...requests))
    expect(answered).toMatch(/^HTTP\/1\.1 \d{3} [\s\S]+\r\n\r\n/)
    expect(answered).toBe(undated(await ask(plain, ...requests)))
  })

  test('is not built again within a second, and has the time of its own second', async () => {
    // Each last answer ends its connection, and its head is always built.
    const written = jest.spyOn(ServerResponse.prototype, 'writeHead')
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_795_000_000_000)
    await ask(server, 'GET /page HTTP/1.1', 'GET /page HTTP/1.1', 'GET /known HTTP/1.1')
    expect(written).toHaveBeenCalledTimes(2)
    written.mockClear()
    await ask(server, 'GET /page HTTP/1.1', 'GET /page HTTP/1.1', 'GET /missing HTTP/1.1')
    expect(written).toHaveBeenCalledTimes(1)
    written.mockClear()
    now.mockReturnValue(1_795_000_001_000)
    await ask(server, 'GET /page HTTP/1.1', 'GET /page HTTP/1.1', 'GET /missing HTTP/1.1')
    expect(written).toHaveBeenCalledTimes(2)
  })

  test('is built each time from headers that may change', async () => {
    const turns = (await ask(server, ...Array(3).fill('GET /changing HTTP/1.1'))).match(/x-turn: 0+/g)
    expect(new Set(turns).size).toBe(3)
  })

  test('closes its connection in the drain', async () => {
    await ask(server, 'GET /page HTTP/1.1', 'GET /known HTTP/1.1')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    await ask(server, 'GET /known HTTP/1.1')
    const closed = drain.close(server, 5_000)
    while (server.listening) await new Promise(setImmediate)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.write('GET /page HTTP/1.1\r\nhost: here\r\n\r\n')
    await once(socket, 'close')
    await closed
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
  })
})
