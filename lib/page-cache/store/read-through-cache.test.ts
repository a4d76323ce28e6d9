import type { Handle } from '#lib/renderer/capture-response.ts'
import { answerWith, movedPermanently, noteEnd, noteTags } from '#lib/renderer/render-context.ts'
import { writeMarkup } from '#lib/renderer/static-markup.ts'
import type { PublicPath } from '../addresses.ts'
import { aReadThroughCache } from '../testing/a-read-through-cache.ts'

const path = (key: string): PublicPath => ({ key, kind: 'page', keep: true, keepMissing: true })

/** A stand-in for Next: every page is made by `make`, which may wait. */
function aCache(make: (url: string) => Promise<string> | string, keepWithoutFeedMs = 1) {
  const made: string[] = []
  const failures: unknown[] = []
  const handle: Handle = async (request, response) => {
    made.push(request.url ?? '')
    const html = await make(request.url ?? '')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html)
  }
  const cache = aReadThroughCache({
    handle,
    keepWithoutFeedMs,
    onFailure: (_, cause) => failures.push(cause),
  })
  return { cache, made, failures }
}

describe('ReadThroughCache', () => {
  test('makes a page once and keeps it', async () => {
    const { cache, made } = aCache(() => {
      noteTags(['content:a'])
      return 'one'
    })
    await cache.make(path('/article/a'), '')
    expect(cache.ready('/article/a')?.body.toString()).toBe('one')
    expect(made).toHaveLength(1)
  })

  test('puts the HTML that was set aside into the page, where no script of it has a hash', async () => {
    const story = '<p>The lamp</p><script>alert(1)</script>'
    const { cache } = aCache(() => {
      noteTags(['content:a'])
      return `${writeMarkup({ __html: story })?.html}<script>start()</script>`
    })
    const page = await cache.make(path('/article/a'), '')
    expect(page.body.toString()).toBe(`${story}<script>start()</script>`)
    expect(String(page.headers['content-security-policy']).match(/'sha256-/g)).toHaveLength(1)
  })

  test('makes a page once for all simultaneous requests', async () => {
    const { cache, made } = aCache(async () => {
      noteTags(['content:a'])
      await new Promise(setImmediate)
      return 'one'
    })
    await Promise.all([1, 2, 3, 4].map(() => cache.make(path('/article/a'), '')))
    expect(made).toHaveLength(1)
  })

  test('never answers a request after a write with the page begun before it', async () => {
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
    await before
    expect(cache.ready('/article/a')?.body.toString()).toBe('new')
  })

  test('does not keep a page that names no tag', async () => {
    const { cache } = aCache(() => 'personal')
    await cache.make(path('/article/a'), '')
    expect(cache.ready('/article/a')).toBeUndefined()
  })

  test('keeps a page no longer than its content is valid, nor lets a shared cache do so', async () => {
    let endsAt = Date.now() + 2_500
    const { cache, made } = aCache(() => {
      noteTags(['content:a'])
      noteEnd(endsAt)
      return 'of today'
    })
    const page = await cache.make(path('/'), '')
    expect(page.headers['cache-control']).toBe('public, max-age=0, s-maxage=2')
    expect(cache.ready('/')).toBe(page)
    cache.store.purge(['content:a'])
    endsAt = Date.now() - 1
    expect((await cache.make(path('/'), '')).headers['cache-control']).toBe('public, max-age=0, s-maxage=0')
    expect(cache.ready('/')).toBeUndefined()
    await cache.make(path('/'), '')
    expect(made).toHaveLength(3)
  })

  test('gives a missing thing its real status and keeps it until the thing exists', async () => {
    const { cache } = aCache(() => {
      noteTags(['content:a'])
      answerWith(404)
      return 'not here'
    })
    const page = await cache.make(path('/article/a'), '')
    expect(page.status).toBe(404)
    expect(page.body.toString()).toBe('not here')
    expect(cache.ready('/article/a')).toBe(page)
    // A shared cache would answer a draft's author with it.
    expect(page.headers['cache-control']).toBe('no-store')
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
    cache.isFeedConnected = false
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(cache.ready('/article/a')?.body.toString()).toBe('kept')
    expect((await cache.make(path('/article/a'), '')).body.toString()).toBe('kept')
  })

  test('makes every page again once writes may have been missed, and keeps the old one if that fails', async () => {
    let text: string | undefined = 'old'
    const { cache } = aCache(() => {
      noteTags(['content:a'])
      if (text === undefined) answerWith(503)
      return text ?? 'Oops!'
    })
    await cache.make(path('/article/a'), '')
    cache.store.markAllStale()
    text = undefined
    expect(cache.ready('/article/a')).toBeUndefined()
    expect((await cache.make(path('/article/a'), '')).body.toString()).toBe('old')
    text = 'new'
    expect((await cache.make(path('/article/a'), '')).body.toString()).toBe('new')
    expect(cache.ready('/article/a')?.body.toString()).toBe('new')
  })

  test('shows the whole failure page if a page cannot be made, and says so in the log', async () => {
    const { cache, failures } = aCache(() => {
      throw new Error('broken')
    })
    const page = await cache.make(path('/article/a'), '')
    expect(page.status).toBe(500)
    expect(page.body.toString()).toContain('Unexpected Application Error!')
    expect(failures).toHaveLength(1)
  })

  test('makes a page only twice for 50 waiting readers if a write overtakes it', async () => {
    const gate = Promise.withResolvers<void>()
    let version = 'old'
    const { cache, made } = aCache(async () => {
      noteTags(['content:a'])
      const read = version
      await gate.promise
      return read
    })
    const before = Array.from({ length: 50 }, (_, number) => cache.make(path('/article/a'), `${number}`))
    await new Promise(setImmediate)
    version = 'new'
    cache.store.purge(['content:a'])
    const after = Array.from({ length: 50 }, (_, number) => cache.make(path('/article/a'), `${number}`))
    gate.resolve()
    await Promise.all(before)
    for (const page of await Promise.all(after)) expect(page.body.toString()).toBe('new')
    expect(made.length).toBeLessThanOrEqual(3)
    expect(cache.ready('/article/a')?.body.toString()).toBe('new')
  })

  test('shows every write to readers who asked after it, however many come while a page is made', async () => {
    let version = 0
    const gates: (() => void)[] = []
    const { cache } = aCache(async () => {
      noteTags(['content:a'])
      const read = version
      await new Promise<void>((resolve) => gates.push(resolve))
      return String(read)
    })
    const asked: [written: number, page: Promise<{ body: Buffer }>][] = []
    for (let write = 0; write < 4; write++) {
      asked.push([version, cache.make(path('/article/a'), '')])
      await new Promise(setImmediate)
      version++
      cache.store.purge(['content:a'])
    }
    asked.push([version, cache.make(path('/article/a'), '')])
    while (cache.ready('/article/a') === undefined) {
      gates.shift()?.()
      await new Promise(setImmediate)
    }
    for (const [written, page] of asked) expect(Number((await page).body)).toBeGreaterThanOrEqual(written)
  })

  test('makes a file of the build once, whether writes are heard of or not', async () => {
    const { cache, made } = aCache(() => 'body { color: black }')
    cache.isFeedConnected = false
    const file: PublicPath = { key: '/_next/static/a.css', kind: 'asset', keep: true, keepMissing: false }
    await cache.make(file, '')
    await new Promise((resolve) => setTimeout(resolve, 5))
    for (let count = 0; count < 5; count++) expect(cache.ready(file.key)?.body.toString()).toContain('black')
    await new Promise(setImmediate)
    expect(made).toHaveLength(1)
    expect(cache.outcomes.stale).toBe(0)
  })

  test('looks at a kept page again at most once a second while the product API is away', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'], now: 0 })
    let away = false
    const { cache, made } = aCache(() => {
      noteTags(['content:a'])
      if (away) answerWith(503)
      return 'kept'
    }, 1_000)
    await cache.make(path('/article/a'), '')
    away = true
    cache.isFeedConnected = false
    for (let ms = 0; ms < 3_000; ms += 100) {
      jest.setSystemTime(ms)
      expect(cache.ready('/article/a')?.body.toString()).toBe('kept')
      await new Promise(setImmediate)
      await new Promise(setImmediate)
    }
    jest.useRealTimers()
    expect(made).toHaveLength(3)
  })

  test('tells only a client that has to wait so, without making a page', async () => {
    const { cache, made } = aCache(() => {
      answerWith(429, 60)
      return 'Too many requests. Please try again later.'
    })
    const search: PublicPath = { key: '/search?q=a', kind: 'page', keep: false, keepMissing: false }
    const first = await cache.make(search, '203.0.113.7')
    const second = await cache.make({ ...search, key: '/search?q=b' }, '203.0.113.7')
    expect([first.status, second.status]).toEqual([429, 429])
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(50)
    expect(made).toHaveLength(1)
    const call = await cache.make({ ...search, key: '/api/contents/search?content=a' }, '203.0.113.7')
    expect(call.headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(call.body.toString())).toMatchObject({ status: 429, code: 'too_many_requests' })
    await cache.make(search, '203.0.113.8')
    expect(made).toHaveLength(2)
  })

  test('gives a newcomer a page while hundreds of requests of one client wait, and refuses those that are too many', async () => {
    const gates: (() => void)[] = []
    const { cache, made } = aCache(async (url) => {
      if (url.startsWith('/search')) await new Promise<void>((resolve) => gates.push(resolve))
      return 'page'
    })
    const search = (number: number): PublicPath => ({ ...path(`/search?q=${number}`), keep: false })
    const many = Array.from({ length: 400 }, (_, number) => cache.make(search(number), 'many'))
    await cache.make(path('/about-us'), 'newcomer')
    expect(made).toContain('/about-us')
    const isDone = Promise.all(many)
    let done = false
    void isDone.then(() => {
      done = true
    })
    while (!done) {
      for (const open of gates.splice(0)) open()
      await new Promise(setImmediate)
    }
    const statuses = (await isDone).map(({ status }) => status)
    expect(statuses.filter((status) => status === 503)).toHaveLength(400 - 16 - 256)
    expect(statuses.filter((status) => status === 200)).toHaveLength(16 + 256)
  })
})
