import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'

// The worker as it is served, in a simulated browser: the test controls its cache, network and cookies.

const site = 'https://b.example'
type Answer = { status?: number; body?: unknown; headers?: Record<string, string> }
type Event = Record<string, unknown>

const html = (body: string): Answer => ({
  body: `<!doctype html><html><head><link rel="stylesheet" href="/_next/a.css"/><script src="/page-a1.js" data-once="touched" data-scripts="/_next/b.js"></script><script src="/_next/b.js"></script></head><body><main id="content">${body}</main><script>self.flight=1</script></body></html>`,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=5',
    etag: `W/"${body}"`,
  },
})
const saved = (...slugs: string[]): Answer => ({
  body: JSON.stringify(slugs.map((slug) => ({ slug, title: `Story <${slug}>`, author_name: 'Ann' }))),
  headers: { 'content-type': 'application/json' },
})
const list = '/api/bookmarks/user/me?limit=30'

class FakeCache {
  readonly entries = new Map<string, Response>()
  isFull = false
  async match(key: string | { url: string }) {
    return this.entries.get(pathOf(key))?.clone()
  }
  async put(key: string, response: Response) {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
    this.entries.set(pathOf(key), response)
  }
  async delete(key: string | { url: string }) {
    return this.entries.delete(pathOf(key))
  }
  async keys() {
    return [...this.entries.keys()].map((key) => ({ url: site + key }))
  }
}

const pathOf = (key: string | { url: string }) => (typeof key === 'string' ? key : key.url).replace(site, '')

function aBrowser() {
  const stores = new Map<string, FakeCache>()
  const listeners = new Map<string, (event: Event) => void>()
  const asked: { path: string; credentials: string | undefined }[] = []
  const browser = {
    isOnline: true,
    isSignedIn: true,
    isRegistered: true,
    answers: {} as Record<string, Answer>,
    asked,
    stores,
    kept: () => [...stores].flatMap(([name, { entries }]) => [...entries.keys()].map((key) => `${name} ${key}`)).sort(),
    stories: () => browser.kept().flatMap((key) => /\/article\/(.*)/.exec(key)?.[1] ?? []),
    send: (kind: string, event: Event) => {
      const waits: Promise<unknown>[] = []
      let answer: Promise<Response> | undefined
      const waitUntil = (promise: Promise<unknown>) => waits.push(promise)
      const respondWith = (promise: Promise<Response>) => {
        answer = Promise.resolve(promise)
      }
      listeners.get(kind)?.({ ...event, waitUntil, respondWith })
      const settled = async () => {
        await answer?.catch(() => undefined)
        for (const wait of waits) await wait
      }
      return { answer, settled: settled() }
    },
    sync: (userId = 'me') => browser.send('message', { data: { kind: 'sync', userId } }).settled,
    open: async (path: string) => {
      const { answer, settled } = browser.send('fetch', {
        request: { url: site + path, method: 'GET', mode: 'navigate' },
      })
      const response = await answer
      await settled
      return { status: response?.status, text: (await response?.text()) ?? '' }
    },
  }
  const caches = {
    open: async (name: string) => stores.get(name) ?? (stores.set(name, new FakeCache()).get(name) as FakeCache),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  }
  const fetch = async (target: string | { url: string }, { credentials }: { credentials?: string } = {}) => {
    const path = pathOf(target)
    asked.push({ path, credentials })
    if (!browser.isOnline) throw new TypeError('Failed to fetch')
    const { status = 200, body = '', headers = {} } = browser.answers[path] ?? { status: 404 }
    return new Response(body as string, { status, headers })
  }
  const scope = {
    ...{ caches, fetch, Response, Blob, URL, Intl, Date, console, location: new URL(site) },
    cookieStore: { get: async () => (browser.isSignedIn ? { value: '1' } : null) },
    registration: {
      unregister: async () => {
        browser.isRegistered = false
      },
    },
    clients: { claim: async () => {}, matchAll: async () => [] },
    skipWaiting: () => {},
    addEventListener: (kind: string, listener: (event: Event) => void) => listeners.set(kind, listener),
  }
  runInContext(readFileSync('public/service-worker.js', 'utf8'), createContext({ ...scope, self: scope }))
  return browser
}

function aReaderOf(...slugs: string[]) {
  const browser = aBrowser()
  browser.answers = {
    [list]: saved(...slugs),
    '/offline': html('About reading offline'),
    '/page-a1.js': { body: 'theme', headers: { 'content-type': 'text/javascript' } },
    '/_next/a.css': { body: '@font-face{src:url(../f.woff2)}', headers: { 'content-type': 'text/css' } },
    '/f.woff2': { body: 'font' },
    '/covers/a.webp': { body: 'picture' },
    ...Object.fromEntries(slugs.map((slug) => [`/article/${slug}`, html(`Text of ${slug}`)])),
  }
  return browser
}

describe('what is kept', () => {
  test('is every saved story with its pictures, styles and fonts, and no script of Next’s', async () => {
    const browser = aReaderOf('a', 'b')
    browser.answers['/article/a'] = html('<img srcset="/covers/a-2.webp 2x" src="/covers/a.webp" alt="">')
    await browser.sync()
    expect(browser.kept()).toEqual(
      [
        ...['/article/a', '/article/b', '/offline', '/offline/_next/a.css', '/offline/covers/a.webp'],
        ...['/offline/f.woff2', '/offline/list.json', '/offline/page-a1.js'],
      ].map((path) => `saved-stories:me ${path}`),
    )
    browser.isOnline = false
    const { text } = await browser.open('/article/a')
    expect(text).toContain('src="/offline/covers/a.webp"')
    expect(text).toContain('src="/offline/page-a1.js"')
    expect(text).toContain('<html data-offline="">')
    expect(text).toContain('You’re offline.')
    expect(text).not.toMatch(/b\.js|flight|srcset/)
  })

  test('was fetched without cookies, so never as a private view', async () => {
    const browser = aReaderOf('a')
    await browser.sync()
    expect(browser.asked.filter(({ credentials }) => credentials !== 'omit').map(({ path }) => path)).toEqual([list])
  })

  test.each([
    ['private, no-store', 200],
    ['no-store', 200],
    ['public, max-age=0', 404],
    ['public, max-age=0', 503],
  ])('is nothing that came with “%s” and %s', async (rule, status) => {
    const browser = aReaderOf('a')
    const page = html('Draft')
    browser.answers['/article/a'] = { ...page, status, headers: { ...page.headers, 'cache-control': rule } }
    await browser.sync()
    expect(browser.stories()).toEqual([])
  })

  test('loses stories that are no longer saved, with their files', async () => {
    const browser = aReaderOf('a', 'b')
    browser.answers['/article/a'] = html('<img src="/covers/a.webp" alt="">')
    await browser.sync()
    browser.answers[list] = saved('b')
    await browser.sync()
    expect(browser.stories()).toEqual(['b'])
    expect(browser.kept().join()).not.toContain('covers')
  })

  test('includes further pages of the list, up to a hundred stories', async () => {
    const slugs = Array.from({ length: 130 }, (_, index) => `s${index}`)
    const browser = aReaderOf(...slugs)
    const next = '/api/bookmarks/user/me?limit=30&cursor=x'
    browser.answers[list] = { ...saved(...slugs.slice(0, 60)), headers: { link: `<${next}>; rel="next"` } }
    browser.answers[next] = saved(...slugs.slice(60))
    await browser.sync()
    expect(browser.stories()).toHaveLength(100)
  })

  test('is what there was room for if the device is full, and can still be read', async () => {
    const browser = aReaderOf('a')
    await browser.sync()
    Object.assign(browser.answers, { [list]: saved('a', 'b'), '/article/b': html('Text of b') })
    const cache = browser.stores.get('saved-stories:me') as FakeCache
    const put = cache.put.bind(cache)
    cache.put = async (key, response) => {
      cache.isFull = pathOf(key) === '/article/b'
      return put(key, response)
    }
    await browser.sync()
    expect(browser.stories()).toEqual(['a'])
    browser.isOnline = false
    expect((await browser.open('/article/a')).text).toContain('Text of a')
    expect((await browser.open('/')).text).toContain('/article/a')
  })

  test('takes no more than 50 MB', async () => {
    const browser = aReaderOf('a', 'b', 'c')
    for (const slug of ['a', 'b', 'c']) {
      browser.answers[`/article/${slug}`] = html(`<img src="/covers/${slug}.webp" alt="">`)
      browser.answers[`/covers/${slug}.webp`] = { body: 'x'.repeat(20 * 1024 * 1024) }
    }
    await browser.sync()
    expect(browser.stories()).toEqual(['a', 'b'])
    expect(browser.kept().join()).not.toContain('c.webp')
  })
})

describe('opening a page', () => {
  test('shows the network’s answer, whatever it is, and a newer story immediately', async () => {
    const browser = aReaderOf('a')
    await browser.sync()
    browser.answers['/article/a'] = html('A new version')
    expect((await browser.open('/article/a')).text).toContain('A new version')
    browser.answers['/article/a'] = { status: 503, body: 'Busy' }
    expect(await browser.open('/article/a')).toEqual({ status: 503, text: 'Busy' })
    browser.isOnline = false
    expect((await browser.open('/article/a')).text).toContain('A new version')
  })

  test('without a network lists the stored stories, as text', async () => {
    const browser = aReaderOf('a', 'b')
    await browser.sync()
    browser.isOnline = false
    const { status, text } = await browser.open('/search?q=x')
    expect(status).toBe(503)
    expect(text).toContain('<h1>You’re offline.</h1>')
    expect(text).toContain('<a href="/article/a">Story &lt;a&gt;</a>')
    expect(text).not.toContain('About reading offline')
  })

  test('forgets a story that has gone', async () => {
    const browser = aReaderOf('a', 'b')
    await browser.sync()
    browser.answers['/article/a'] = { status: 404, body: 'Gone' }
    expect((await browser.open('/article/a')).status).toBe(404)
    expect(browser.stories()).toEqual(['b'])
    browser.isOnline = false
    expect((await browser.open('/')).text).not.toContain('/article/a')
  })

  test('is the only thing it answers, beside its own files', () => {
    const browser = aReaderOf('a')
    for (const [path, mode] of [
      ['/audio/a.mp3', 'no-cors'],
      ['/covers/a.webp', 'no-cors'],
      ['/api/contents', 'cors'],
    ]) {
      const request = { url: site + path, method: 'GET', mode, headers: { range: 'bytes=0-1' } }
      expect(browser.send('fetch', { request }).answer).toBeUndefined()
    }
    const post = { url: `${site}/subscribe`, method: 'POST', mode: 'navigate' }
    expect(browser.send('fetch', { request: post }).answer).toBeUndefined()
    const elsewhere = { url: 'https://else.example/', method: 'GET', mode: 'navigate' }
    expect(browser.send('fetch', { request: elsewhere }).answer).toBeUndefined()
  })
})

describe('everything is forgotten, the worker too,', () => {
  const isForgotten = (browser: ReturnType<typeof aBrowser>) => {
    expect(browser.kept()).toEqual([])
    expect(browser.isRegistered).toBe(false)
  }

  test.each([
    ['POST', '/api/users/logout'],
    ['POST', '/api/auth/callback/credentials'],
    ['GET', '/api/auth/callback/google'],
  ])('at a %s %s', async (method, path) => {
    const browser = aReaderOf('a')
    await browser.sync()
    await browser.send('fetch', { request: { url: site + path, method, mode: 'navigate' } }).settled
    isForgotten(browser)
  })

  test('but not by a look at the page that signs in', async () => {
    const browser = aReaderOf('a')
    browser.answers['/users/login'] = html('Log in')
    await browser.sync()
    expect((await browser.open('/users/login')).status).toBe(200)
    expect(browser.stories()).toEqual(['a'])
  })

  test('if the session’s hint has gone, also without a network', async () => {
    const browser = aReaderOf('a')
    await browser.sync()
    browser.isOnline = false
    browser.isSignedIn = false
    await expect(browser.open('/article/a')).rejects.toThrow('Failed to fetch')
    isForgotten(browser)
  })

  test.each([401, 403, 404])('if the list answers %s: the session is another’s', async (status) => {
    const browser = aReaderOf('a')
    await browser.sync()
    browser.answers[list] = { status }
    await browser.sync()
    isForgotten(browser)
  })

  test('of one person before another’s are kept', async () => {
    const browser = aReaderOf('a', 'b')
    await browser.sync()
    browser.answers['/api/bookmarks/user/other?limit=30'] = saved('b')
    await browser.sync('other')
    expect(browser.kept().filter((key) => !key.startsWith('saved-stories:other '))).toEqual([])
    expect(browser.stories()).toEqual(['b'])
  })

  test('but not by a server that is away', async () => {
    const browser = aReaderOf('a')
    await browser.sync()
    browser.answers[list] = { status: 503 }
    await browser.sync()
    browser.isOnline = false
    await browser.sync()
    expect(browser.stories()).toEqual(['a'])
  })
})
