import type { Handle } from '#lib/renderer/capture-response.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { aReadThroughCache } from '../testing/a-read-through-cache.ts'

/** A stand-in for Next that makes every address but the one that fails. */
function aCache(failing?: string, home = '/') {
  const made: string[] = []
  const failures: unknown[] = []
  const handle: Handle = async ({ url = '' }, response) => {
    if (url === failing) throw new Error(`${url} fails`)
    noteTags(['stories'])
    made.push(url)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(url === '/' ? home : url)
  }
  return { cache: aReadThroughCache({ handle, onFailure: (_, cause) => failures.push(cause) }), made, failures }
}

describe('warming up', () => {
  test('makes a page, the search and a call, one after the other, and keeps what may be kept', async () => {
    const { cache, made } = aCache()
    await cache.warmUp({ pauseMs: 0 })
    expect(made).toEqual(['/', '/search', '/api/contents?limit=1'])
    expect(cache.ready('/')?.body.toString()).toBe('/')
  })

  test('makes the first story of the home page, which is read next', async () => {
    const { cache, made } = aCache(
      undefined,
      '<a href="/books">Books</a><a href="/article/one">1</a><a href="/article/two">2</a>',
    )
    await cache.warmUp({ pauseMs: 0 })
    expect(made).toEqual(['/', '/article/one', '/search', '/api/contents?limit=1'])
    expect(cache.ready('/article/one')).toBeDefined()
  })

  test('waits for the product API, but not forever for one without a change feed', async () => {
    const { cache, made } = aCache()
    cache.isFeedConnected = false
    const warming = cache.warmUp({ pauseMs: 0, mostPauses: Number.POSITIVE_INFINITY })
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(made).toEqual([])
    cache.isFeedConnected = true
    await warming
    expect(made).toHaveLength(3)

    const withoutFeed = aCache()
    withoutFeed.cache.isFeedConnected = false
    await withoutFeed.cache.warmUp({ pauseMs: 0 })
    expect(withoutFeed.made).toHaveLength(3)
  })

  test('goes on if one of them fails, which the page maker reports', async () => {
    const { cache, made, failures } = aCache('/')
    await cache.warmUp({ pauseMs: 0 })
    expect(made).toEqual(['/search', '/api/contents?limit=1'])
    expect(failures).toEqual([new Error('/ fails')])
    expect(cache.ready('/')).toBeUndefined()
  })
})
