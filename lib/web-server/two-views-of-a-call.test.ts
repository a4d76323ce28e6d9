import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { aRenderer } from '#lib/page-cache/testing/a-renderer.ts'
import { sessionCookieName } from '#lib/session/cookies.ts'

process.env.PUBLIC_URL = 'http://localhost:3999'
process.env.LOG_LEVEL = 'silent'
process.env.NEXTAUTH_SECRET = 'a-secret-for-the-tests-alone'

let productApi: Server
let web: Server
let stop = () => {}
let address = ''
/** The cookies of the requests that reached the BFF. */
const seen: (string | undefined)[] = []
let isPublished = false

beforeAll(async () => {
  productApi = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(productApi, 'listening')
  process.env.PRODUCT_API_URL = `http://127.0.0.1:${(productApi.address() as AddressInfo).port}`
  const { readWebEnv } = await import('#lib/env.ts')
  const { createWebHandler } = await import('./web-handler.ts')
  const { renderers, close } = await aRenderer(answerAsBff)
  const handler = createWebHandler(readWebEnv(), { ...renderers, up: 1, rssMb: 0, restarts: 0 }, { dev: false })
  stop = () => {
    void handler.stop(0)
    close()
  }
  web = createServer(handler.handle).listen(0, '127.0.0.1')
  await once(web, 'listening')
  address = `http://127.0.0.1:${(web.address() as AddressInfo).port}/api/contents/slug/lamp`
})
beforeEach(() => {
  seen.length = 0
  isPublished = false
})
afterAll(() => {
  stop()
  for (const server of [web, productApi]) {
    server.closeAllConnections()
    server.close()
  }
})

/** A draft for a request with a session, a 404 for all others. */
async function answerAsBff({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  seen.push(headers.cookie)
  if (!headers.cookie && !isPublished) {
    response.writeHead(404, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' }).end('{}')
    return
  }
  const kept = headers.cookie ? 'private, no-store' : 'public'
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': kept }).end('{"title":"Lamp"}')
}

const ask = (cookie?: string) => fetch(address, { headers: cookie ? { cookie } : {} })
const session = `${sessionCookieName()}=x`

test('a draft is its author’s alone: no later reader gets it', async () => {
  expect((await ask()).status).toBe(404)
  const own = await ask(session)
  expect(own.status).toBe(200)
  expect(own.headers.get('cache-control')).toBe('private, no-store')
  expect((await ask()).status).toBe(404)
  expect((await ask('other=1')).status).toBe(404)
})

test('a public answer is the same for all, and is made without a session', async () => {
  isPublished = true
  expect((await ask(session)).status).toBe(200)
  expect(seen).toEqual([undefined])
})
