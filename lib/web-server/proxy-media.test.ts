import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { proxyMedia } from './proxy-media.ts'

const picture = `/uploads/${'0123456789abcdef'.repeat(2)}-64x48.webp`
const asked: { url?: string | undefined; headers: IncomingMessage['headers'] }[] = []
let answer: (response: ServerResponse) => void

const open = async (listener: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
let [productApi, web]: Server[] = []

beforeAll(async () => {
  productApi = await open((request, response) => {
    asked.push({ url: request.url, headers: request.headers })
    answer(response)
  })
  const productApiUrl = addressOf(productApi)
  web = await open(async (request, response) => {
    if (!(await proxyMedia(request, response, productApiUrl))) response.writeHead(418).end()
  })
})
beforeEach(() => {
  asked.length = 0
  answer = (response) =>
    response.writeHead(200, { 'content-type': 'image/webp', 'set-cookie': 'a=b', etag: '"e"' }).end('RIFF')
})
afterAll(() => {
  for (const server of [productApi, web]) {
    server?.closeAllConnections()
    server?.close()
  }
})
const get = (path: string, init: RequestInit = {}) => fetch(addressOf(web as Server) + path, init)

test('passes a picture on, to be kept for a year', async () => {
  const response = await get(`${picture}?x=1`, { headers: { cookie: 'session=1' } })
  expect([response.status, await response.text()]).toEqual([200, 'RIFF'])
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(asked[0]?.url).toBe(picture)
  expect(asked[0]?.headers.cookie).toBeUndefined()
})

test('passes a JPEG on, for emails, and nothing else under its name', async () => {
  answer = (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('JFIF')
  const jpeg = picture.replace('.webp', '.jpg')
  const response = await get(jpeg)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  answer = (response) => response.writeHead(200, { 'content-type': 'image/webp' }).end('RIFF')
  expect((await get(jpeg)).status).toBe(404)
})

test('says that it has not changed to who has it', async () => {
  answer = (response) => response.writeHead(304, { etag: '"e"' }).end()
  expect((await get(picture, { headers: { 'if-none-match': '"e"' } })).status).toBe(304)
  expect(asked[0]?.headers['if-none-match']).toBe('"e"')
})

test.each(['text/html', 'image/svg+xml', 'image/webp; charset=x', undefined])(
  'passes nothing on that is %s: the API may be another’s',
  async (type) => {
    answer = (response) => response.writeHead(200, { ...(type && { 'content-type': type }) }).end('<script>')
    const response = await get(picture)
    expect([response.status, await response.text()]).toEqual([404, 'There is no such picture.\n'])
    expect(response.headers.get('cache-control')).toBe('no-store')
  },
)

test.each([
  [404, 404],
  [302, 404],
  [500, 503],
  [503, 503],
])('what the API answers with %d is a %d here', async (status, expected) => {
  answer = (response) => response.writeHead(status, { location: 'http://127.0.0.1:1' }).end()
  expect((await get(picture)).status).toBe(expected)
})

test('another name is not even requested, and another folder is not ours', async () => {
  for (const path of [
    '/uploads/',
    '/uploads/x.webp',
    '/uploads/a%2fb',
    picture.toUpperCase().replace('UPLOADS', 'uploads'),
  ]) {
    expect((await get(path)).status).toBe(404)
  }
  expect((await get('/uploads')).status).toBe(418)
  expect(asked).toEqual([])
})

describe('speech', () => {
  const sound = `/audio/${'0123456789abcdef'.repeat(2)}.mp3`

  test('is passed on in parts, with their ranges', async () => {
    const part = { 'content-type': 'audio/mpeg', 'content-range': 'bytes 2-3/9', 'accept-ranges': 'bytes', etag: '"e"' }
    answer = (response) => response.writeHead(206, part).end('23')
    const response = await get(sound, { headers: { range: 'bytes=2-3', 'if-range': '"e"', cookie: 'session=1' } })
    expect([response.status, await response.text()]).toEqual([206, '23'])
    expect(Object.fromEntries(response.headers)).toMatchObject(part)
    expect(asked[0]?.headers).toMatchObject({ range: 'bytes=2-3', 'if-range': '"e"' })
    expect(asked[0]?.headers.cookie).toBeUndefined()
  })

  test('answers a range beyond its end with a 416 that gives its length', async () => {
    answer = (response) => response.writeHead(416, { 'content-range': 'bytes */9' }).end('{}')
    const response = await get(sound, { headers: { range: 'bytes=10-' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */9'])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('has a transcript; no other file has its name', async () => {
    answer = (response) => response.writeHead(200, { 'content-type': 'text/vtt; charset=utf-8' }).end('WEBVTT\n')
    expect((await get(sound.replace('.mp3', '.vtt'))).headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')
    expect((await get(sound)).status).toBe(404)
    expect((await get('/audio/../secrets.mp3')).status).toBe(418)
    expect((await get('/audio/x.mp3')).status).toBe(404)
  })
})
