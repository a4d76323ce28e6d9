import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drawnCoverPath } from '#contract/drawn-covers.ts'
import { answerDrawnCover } from './answer-drawn-cover.ts'

let web: Server
beforeAll(async () => {
  web = createServer((request, response) => {
    if (!answerDrawnCover(request, response)) response.writeHead(418).end()
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
})
afterAll(() => web.close())
const get = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${(web.address() as AddressInfo).port}${path}`, init)

test('draws a cover, to be kept for a year', async () => {
  const response = await get(`${drawnCoverPath('a-lamp')}?x=1`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const svg = await response.text()
  expect(svg).toMatch(/^<svg /)
  const dark = await get(drawnCoverPath('a-lamp').replace('.svg', '.dark.svg'))
  expect(await dark.text()).not.toBe(svg)
  const head = await get(drawnCoverPath('a-lamp'), { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('answers 404 to an address that we did not write, and leaves others alone', async () => {
  for (const path of ['/drawn-covers/', '/drawn-covers/a-lamp-abc.svg', `/drawn-covers/${'x'.repeat(7000)}.svg`]) {
    const response = await get(path)
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
  }
  expect((await get('/drawn-covers')).status).toBe(418)
})
