import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type SharedCache, sharedCacheSetting } from '#runtime/shared-cache.ts'
import { purge } from './purge.ts'

/** A stand-in for each service, which answers as its documentation says and keeps what it was asked. */
let server: Server
let origin: string
let asked: { call: string; headers: IncomingMessage['headers']; body: unknown }[]
let answer: { status: number; headers?: Record<string, string>; body?: string }
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await text(request)
    const { method, url, headers } = request
    asked.push({ call: `${method} ${url}`, headers, body: body && JSON.parse(body) })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  asked = []
  answer = { status: 200 }
})

const drop = (setting: string, tags: string[] | 'everything') =>
  purge(sharedCacheSetting.parse(setting), tags, { at: { cloudflare: origin, fastly: origin, bunny: origin } })
const many = (count: number) => Array.from({ length: count }, (_, index) => `content:${index}`)

test('Cloudflare drops thirty tags with a call', async () => {
  await drop('cloudflare://cf-token-1@zone1', many(31))
  expect(asked.map(({ call, body }) => [call, body])).toEqual([
    ['POST /client/v4/zones/zone1/purge_cache', { tags: many(30) }],
    ['POST /client/v4/zones/zone1/purge_cache', { tags: ['content:30'] }],
  ])
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer cf-token-1', 'content-type': 'application/json' })
})

test('Cloudflare drops everything', async () => {
  await drop('cloudflare://cf-token-1@zone1', 'everything')
  expect(asked.map(({ call, body }) => [call, body])).toEqual([
    ['POST /client/v4/zones/zone1/purge_cache', { purge_everything: true }],
  ])
})

test('Fastly drops 256 tags with a call, and everything', async () => {
  await drop('fastly://fastly-token@SU1Z0isx', many(257))
  await drop('fastly://fastly-token@SU1Z0isx', 'everything')
  expect(asked.map(({ call, body }) => [call, body])).toEqual([
    ['POST /service/SU1Z0isx/purge', { surrogate_keys: many(256) }],
    ['POST /service/SU1Z0isx/purge', { surrogate_keys: ['content:256'] }],
    ['POST /service/SU1Z0isx/purge_all', ''],
  ])
  for (const { headers } of asked) expect(headers['fastly-key']).toBe('fastly-token')
})

test('Bunny drops one tag with a call, and everything in place of more than thirty', async () => {
  answer = { status: 204 }
  await drop('bunny://bunny-key-1@77', many(2))
  await drop('bunny://bunny-key-1@77', 'everything')
  await drop('bunny://bunny-key-1@77', many(31))
  expect(asked.map(({ call, body }) => [call, body])).toEqual([
    ['POST /pullzone/77/purgeCache', { CacheTag: 'content:0' }],
    ['POST /pullzone/77/purgeCache', { CacheTag: 'content:1' }],
    ['POST /pullzone/77/purgeCache', ''],
    ['POST /pullzone/77/purgeCache', ''],
  ])
  for (const { headers } of asked) expect(headers.accesskey).toBe('bunny-key-1')
})

test('each Varnish drops tags, in headers that it takes, and everything', async () => {
  const host = origin.replace('http://', '')
  const long = Array.from({ length: 9 }, (_, index) => `content:${index}${'a'.repeat(1_000)}`)
  await drop(`varnish://${host},${host}`, long)
  const lists = asked.map(({ headers }) => String(headers['xkey-purge']))
  expect(asked.map(({ call }) => call)).toEqual(Array(6).fill('PURGE /'))
  expect(Math.max(...lists.map(({ length }) => length))).toBeLessThan(4_001)
  expect(lists.slice(0, 3).join(' ').split(' ')).toEqual(long)
  asked = []
  await drop(`varnish://${host}`, 'everything')
  expect(asked[0]?.headers['xkey-purge']).toBe('every-page')
})

test('a refusal says what the service says, and how long it wants to be left alone', async () => {
  answer = { status: 429, headers: { 'retry-after': '17' }, body: '{"errors":\n[{"message":"Rate limited"}]}' }
  await expect(drop('cloudflare://cf-token-1@zone1', ['content:a'])).rejects.toMatchObject({
    message: `${new URL(origin).host} answered 429: {"errors": [{"message":"Rate limited"}]}`,
    retryAfterMs: 17_000,
  })
})

test.each([
  ['99999999999', 600_000],
  ['Sat, 28 Nov 2026 18:00:00 GMT', 0],
])('of a pause of %s the most is ten minutes', async (wanted, retryAfterMs) => {
  answer = { status: 503, headers: { 'retry-after': wanted } }
  await expect(drop('fastly://fastly-token@SU1Z0isx', ['content:a'])).rejects.toMatchObject({ retryAfterMs })
})

test('a token goes nowhere else, and into no message', async () => {
  answer = { status: 307, headers: { location: 'http://192.0.2.1/' }, body: '' }
  const failed = await drop('cloudflare://cf-token-1@zone1', ['content:a']).catch((error: Error) => error)
  expect(failed).toMatchObject({ name: 'PurgeFailure' })
  expect(String((failed as Error).stack)).not.toContain('cf-token-1')
})

test.each<[string, SharedCache]>([
  ['varnish://127.0.0.1:6081', { kind: 'varnish', hosts: ['127.0.0.1:6081'] }],
  ['varnish://one,two:6081', { kind: 'varnish', hosts: ['one', 'two:6081'] }],
  ['fastly://fastly-token@SU1Z0isx', { kind: 'fastly', token: 'fastly-token', id: 'SU1Z0isx' }],
])('%s is a setting', (setting, cache) => {
  expect(sharedCacheSetting.parse(setting)).toEqual(cache)
})

test.each([
  '',
  'on',
  'varnish://',
  'varnish://a b',
  'varnish://a/b',
  'cloudflare://zone1',
  'cloudflare://t o@z',
  'akamai://token-12@zone',
])('%j is none', (setting) => {
  expect(sharedCacheSetting.safeParse(setting).success).toBe(false)
})
