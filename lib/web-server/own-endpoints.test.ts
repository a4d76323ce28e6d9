import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PageCache } from '#lib/page-cache/page-cache.ts'
import { answerOps } from './own-endpoints.ts'
import { ReadCounter } from './read-counter.ts'
import { ReadSources } from './read-sources.ts'

const outcomes = { hit: 3, stale: 0, miss: 2 }
const queue = { running: 1, waiting: 4, refused: 5 }
const store = { purgeCount: 7, bytes: 900, entries: 2 }
const renderers = { up: 2, rssMb: 3, restarts: 4 }
const cache = { outcomes, store, queues: { page: queue }, isFeedConnected: true } as unknown as PageCache

let productApi: Server
let web: Server

beforeAll(async () => {
  productApi = createServer((request, response) => response.writeHead(request.url === '/readyz' ? 200 : 404).end())
  await once(productApi.listen(0, '127.0.0.1'), 'listening')
  const productApiUrl = `http://127.0.0.1:${(productApi.address() as AddressInfo).port}`
  web = createServer(async (request, response) => {
    if (
      !(await answerOps(request, response, {
        cache,
        counter: new ReadCounter({ sources: new ReadSources('https://bytewise.example') }),
        renderers,
        productApiUrl,
      }))
    ) {
      response.writeHead(418).end()
    }
  })
  await once(web.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const server of [web, productApi]) {
    server.closeAllConnections()
    server.close()
  }
})

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://127.0.0.1:${(web.address() as AddressInfo).port}${path}`, { headers })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('says that it lives, and that the product API answers', async () => {
  const type = 'text/plain; version=0.0.4; charset=utf-8'
  expect(await ask('/healthz')).toEqual({ status: 200, type, text: 'ok\n' })
  expect(await ask('/readyz?x')).toEqual({ status: 200, type, text: 'ready\n' })
})

test('is not ready without a process that makes pages', async () => {
  renderers.up = 0
  expect(await ask('/readyz')).toMatchObject({ status: 503, text: 'no renderer is ready\n' })
  renderers.up = 2
})

test('gives the current figures, each time anew', async () => {
  expect((await ask('/metrics')).text).toContain('bytewise_page_cache_requests_total{outcome="hit"} 3\n')
  queue.waiting = 6
  const { text } = await ask('/metrics')
  for (const line of [
    'bytewise_page_cache_requests_total{outcome="miss"} 2',
    'bytewise_page_cache_purges_total 7',
    'bytewise_page_cache_bytes 900',
    'bytewise_page_cache_entries 2',
    'bytewise_renderers_up 2',
    'bytewise_renderers_resident_memory_bytes 3145728',
    'bytewise_renderer_restarts_total 4',
    'bytewise_renders_running 1',
    'bytewise_renders_waiting 6',
    'bytewise_renders_refused_total 5',
    'bytewise_reads_waiting 0',
    'bytewise_reads_lost_total 0',
    'bytewise_change_feed_connected 1',
  ])
    expect(text).toContain(`\n${line}\n`)
  expect(text).toContain('# TYPE bytewise_renders_refused_total counter\n')
  expect(text).toContain('# TYPE bytewise_page_cache_bytes gauge\n')
})

test('hides the figures from requests that a proxy has passed on, and leaves other addresses alone', async () => {
  expect(await ask('/metrics', { 'x-forwarded-for': '192.0.2.1' })).toMatchObject({ status: 404, text: 'not found\n' })
  expect((await ask('/articles')).status).toBe(418)
})
