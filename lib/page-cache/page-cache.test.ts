import type { Handle } from './captured-response.ts'
import { PageCache } from './page-cache.ts'
import type { PublicPath } from './public-paths.ts'
import { answerWith, movedPermanently, noteTags } from './render-context.ts'

const path = (key: string): PublicPath => ({ key, kind: 'page', keep: true })

/** A stand-in for Next: every page is made by `make`, which may wait. */
function aCache(make: (url: string) => Promise<string> | string) {
  const made: string[] = []
  const failures: unknown[] = []
  const handle: Handle = async (request, response) => {
    made.push(request.url ?? '')
    const html = await make(request.url ?? '')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html)
  }
  const cache = new PageCache({
    handle,
    publicUrl: 'http://localhost:3000',
    mostBytes: 1_000_000,
    keepMs: 60_000,
    keepUnheardMs: 1,
    failurePage: async () => '<main>Unexpected Application Error!</main>',
    onFailure: (_, cause) => failures.push(cause),
  })
  cache.hearsWrites = true
  return { cache, made, failures }
}

describe('PageCache', () => {
  test('makes a page once and keeps it', async () => {
    const { cache, made } = aCache(() => {
      noteTags(['content:a'])
      return 'one'
    })
    await cache.make(path('/article/a'), '')
    expect(cache.ready('/article/a')?.body.toString()).toBe('one')
    expect(made).toHaveLength(1)
  })

  test('makes a page once for everybody who asks at the same time', async () => {
    const { cache, made } = aCache(async () => {
      noteTags(['content:a'])
      await new Promise(setImmediate)
      return 'one'
    })
    await Promise.all([1, 2, 3, 4].map(() => cache.make(path('/article/a'), '')))
    expect(made).toHaveLength(1)
  })

  test('gives nobody who asks after a write the page begun before it', async () => {
    let text = 'old'
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const { cache } = aCache(async () => {
      noteTags(['content:a'])
      const read = text
      await gate
      return read
    })
    const before = cache.make(path('/article/a'), '')
    await new Promise(setImmediate)
    text = 'new'
    cache.store.purge(['content:a'])
    const after = cache.make(path('/article/a'), '')
    release()
    expect((await after).body.toString()).toBe('new')
    expect((await before).body.toString()).toBe('new')
    expect(cache.ready('/article/a')?.body.toString()).toBe('new')
  })

  test('does not keep a page that depends on nothing it named', async () => {
    const { cache } = aCache(() => 'personal')
    await cache.make(path('/article/a'), '')
    expect(cache.ready('/article/a')).toBeUndefined()
  })

  test('gives a missing thing its real status and keeps it until it is there', async () => {
    const { cache } = aCache(() => {
      noteTags(['content:a'])
      answerWith(404)
      return 'not here'
    })
    const page = await cache.make(path('/article/a'), '')
    expect(page.status).toBe(404)
    expect(page.body.toString()).toBe('not here')
    cache.store.purge(['content:a'])
    expect(cache.ready('/article/a')).toBeUndefined()
  })

  test('answers 503 with Retry-After and does not keep it', async () => {
    const { cache } = aCache(() => {
      noteTags(['content:a'])
      answerWith(503, 5)
      return 'Oops!'
    })
    const page = await cache.make(path('/article/a'), '')
    expect(page.status).toBe(503)
    expect(page.headers['retry-after']).toBe('5')
    expect(cache.ready('/article/a')).toBeUndefined()
  })

  test('redirects for good', async () => {
    const { cache } = aCache(() => {
      noteTags(['content:old'])
      movedPermanently('/article/new')
      return ''
    })
    const page = await cache.make(path('/article/old'), '')
    expect([page.status, page.headers.location]).toEqual([308, '/article/new'])
  })

  test('goes on with the kept page while the product API is away', async () => {
    let away = false
    const { cache } = aCache(() => {
      noteTags(['content:a'])
      if (away) answerWith(503)
      return away ? 'Oops!' : 'kept'
    })
    await cache.make(path('/article/a'), '')
    away = true
    cache.hearsWrites = false
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(cache.ready('/article/a')?.body.toString()).toBe('kept')
    expect((await cache.make(path('/article/a'), '')).body.toString()).toBe('kept')
  })

  test('shows the whole failure page where a page cannot be made, and says so in the log', async () => {
    const { cache, failures } = aCache(() => {
      throw new Error('broken')
    })
    const page = await cache.make(path('/article/a'), '')
    expect(page.status).toBe(500)
    expect(page.body.toString()).toContain('Unexpected Application Error!')
    expect(failures).toHaveLength(1)
  })
})
