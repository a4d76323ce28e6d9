import { once } from 'node:events'
import { createServer, request as requestHttp, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { answerMethod } from './check-request.ts'

let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!answerMethod(request, response)) response.writeHead(299).end()
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

test.each(['/', '/feed.xml', '/healthz'])('OPTIONS names what %s has', async (path) => {
  const { status, headers } = await ask('OPTIONS', path)
  expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS'])
})

test.each(['POST', 'PATCH', 'PROPFIND'])('%s on a page is refused in plain words', async (method) => {
  const { status, headers, body } = await ask(method, '/about-us')
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect(body).toMatch(/^There is nothing here/)
})

test.each(['GET', 'HEAD'])('%s is answered as ever', async (method) => {
  expect((await ask(method, '/about-us')).status).toBe(passed)
})
