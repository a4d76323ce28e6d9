import { shouldServeStreamingMetadata } from 'next/dist/server/lib/streaming-metadata.js'
import { capture, type Handle } from '#lib/renderer/capture-response.ts'
import { answerWith, noteTags } from '#lib/renderer/render-context.ts'
import { tagHeaders } from '#runtime/shared-cache.ts'
import { publicPath } from '../addresses.ts'
import type { ReadThroughCache } from '../store/read-through-cache.ts'
import { aReadThroughCache } from '../testing/a-read-through-cache.ts'

let body = ''

/** Replaces Next: it says when the file was changed, which must stay private. */
const handle: Handle = (request, response) => {
  noteTags(['content:a', 'list:b'])
  if (request.url?.includes('missing')) answerWith(404)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('last-modified', 'Thu, 01 Jan 1970 00:00:00 GMT')
  response.end(body)
}

async function headersOf(cache: ReadThroughCache, url: string) {
  const path = publicPath(url)
  if (!path) throw new Error(`${url} is no public address`)
  const { headers, modifiedAt } = await cache.make(path, '')
  return { headers, modifiedAt, control: String(headers['cache-control']), cdn: String(headers['cdn-cache-control']) }
}

beforeEach(() => {
  body = 'one'
})

test.each(['/books', '/article/missing'])('%s carries the security headers', async (url) => {
  const path = publicPath(url)
  if (!path) throw new Error(`${url} is no public address`)
  const { headers } = await aReadThroughCache({ handle }).make(path, '')
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
})

test.each([{}, { 'user-agent': '' }])('Next puts the title into the head for a client with %j', async (headers) => {
  let agent: string | undefined
  const keepAgent: Handle = (request, response) => {
    agent = request.headers['user-agent']
    response.end()
  }
  await capture(keepAgent, '/books', headers)
  // The pattern is that of `htmlLimitedBots` in next.config.mjs.
  expect(shouldServeStreamingMetadata(agent ?? '', '.*')).toBe(false)
})

describe('when a page last changed', () => {
  beforeEach(
    () => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 23, 12), doNotFake: ['setImmediate', 'nextTick'] }),
  )
  afterEach(() => void jest.useRealTimers())

  test('stays if it is made again without a change, and moves with one', async () => {
    const cache = aReadThroughCache({ handle })
    const { modifiedAt: first } = await headersOf(cache, '/books')
    jest.advanceTimersByTime(60_000)
    cache.store.purge(['content:a'])
    expect((await headersOf(cache, '/books')).modifiedAt).toBe(first)
    body = 'two'
    cache.store.purge(['content:a'])
    expect((await headersOf(cache, '/books')).modifiedAt).toBe((first ?? 0) + 60_000)
  })

  test('is not sent for a missing story: another reader may see it', async () => {
    expect((await headersOf(aReadThroughCache({ handle }), '/article/missing')).modifiedAt).toBeUndefined()
  })
})

describe('how long a shared cache may show it', () => {
  test.each([
    ['/books', 5],
    ['/article/a', 5],
    ['/article/a.md', 120],
    ['/share-image/a.png', 600],
  ])('%s for %d seconds, if it hears of no write', async (url, seconds) => {
    const { control, cdn } = await headersOf(aReadThroughCache({ handle }), url)
    expect(control).toBe(`public, max-age=0, s-maxage=${seconds}`)
    expect(cdn).toBe(`max-age=${seconds}, stale-while-revalidate=60`)
  })

  test.each([
    ['varnish', 'cache-tag', 'content:a,list:b'],
    ['cloudflare', 'cache-tag', 'content:a,list:b'],
    ['fastly', 'surrogate-key', 'content:a list:b'],
    ['bunny', 'cdn-tag', 'content:a,list:b'],
  ] as const)('everything alike, if it is %s and drops pages by the tags in %s', async (kind, name, tags) => {
    const cache = aReadThroughCache({ handle, sharedCache: { seconds: 86_400, tags: tagHeaders[kind] } })
    for (const url of ['/books', '/article/a.md', '/share-image/a.png']) {
      const { control, headers } = await headersOf(cache, url)
      expect(control).toContain('s-maxage=86400')
      expect(headers[name]).toBe(tags)
    }
  })

  test('briefly, if its tags are more than the cache takes', async () => {
    const cache = aReadThroughCache({
      handle,
      sharedCache: { seconds: 86_400, tags: { ...tagHeaders.varnish, most: 15 } },
    })
    expect((await headersOf(cache, '/books')).control).toContain('s-maxage=5')
  })

  test('a copy of a missing story not at all', async () => {
    expect((await headersOf(aReadThroughCache({ handle }), '/article/missing.md')).control).toBe('no-store')
  })
})
