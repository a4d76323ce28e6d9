import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerUpload } from './answer-upload.ts'

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
    if (!(await answerUpload(request, response, { productApiUrl }))) response.writeHead(418).end()
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

test('another name is not even asked for, and another folder is not ours', async () => {
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
