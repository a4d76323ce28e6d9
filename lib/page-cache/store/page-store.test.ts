import { tags } from '#contract/tags.ts'
import { makePage, type Page } from './page.ts'
import { PageStore } from './page-store.ts'

function aPage(tags: string[], bytes = 100): Page {
  return makePage({
    status: 200,
    body: Buffer.alloc(bytes, 'a'),
    headers: { 'content-type': 'text/html' },
    tags: new Set(tags),
  })
}

describe('PageStore', () => {
  test('drops exactly the pages that show the written content', () => {
    const store = new PageStore(1_000_000)
    store.set('/article/a', aPage(['content:a']))
    store.set('/article/b', aPage(['content:b']))
    store.set('/', aPage(['list:all', 'content:a']))

    store.purge(['content:a'])

    expect(store.get('/article/a')).toBeUndefined()
    expect(store.get('/')).toBeUndefined()
    expect(store.get('/article/b')).toBeDefined()
  })

  test('says that a page was overtaken by a purge of one of its tags, and only then', () => {
    const store = new PageStore(1_000_000)
    const making = store.begin()
    store.purge(['content:b'])
    expect(store.overtaken(making, new Set(['content:a']))).toBe(false)
    store.purge(['content:a'])
    expect(store.overtaken(making, new Set(['content:a']))).toBe(true)
    expect(store.overtaken(store.begin(), new Set(['content:a']))).toBe(false)
  })

  test('remembers a purge for the longest making, however many end before it', () => {
    const store = new PageStore(1_000_000)
    const long = store.begin()
    store.purge(['content:a'])
    for (let count = 0; count < 10; count++) {
      const short = store.begin()
      store.purge([`content:${count}`])
      store.end(short)
    }
    expect(store.overtaken(long, new Set(['content:a']))).toBe(true)
  })

  test('counts up its settings mark with a purge that may come from new settings, and with no other', () => {
    const store = new PageStore(1_000_000)
    store.purge(['content:a', 'list:all'])
    expect(store.settingsMark).toBe(0)
    store.purge(['list:all', tags.site])
    store.purge([tags.everything])
    store.markAllStale()
    expect(store.settingsMark).toBe(3)
  })

  test('counts a purge of everything against every page that is being made', () => {
    const store = new PageStore(1_000_000)
    const making = store.begin()
    store.markAllStale()
    expect(store.overtaken(making, new Set(['anything']))).toBe(true)
  })

  test('stays below its bytes and lets the least recently used go', () => {
    const store = new PageStore(200_000)
    for (let number = 0; number < 100; number++) {
      store.set(`/article/${number}`, aPage([`content:${number}`], 8_000))
      store.get('/article/0')
    }
    expect(store.bytes).toBeLessThanOrEqual(200_000)
    expect(store.get('/article/0')).toBeDefined()
    expect(store.get('/article/1')).toBeUndefined()
    expect(store.get('/article/99')).toBeDefined()
  })

  test('does not keep a page that would push most others out', () => {
    const store = new PageStore(100_000)
    store.set('/sitemaps/pages.xml', aPage(['sitemap'], 50_000))
    expect(store.get('/sitemaps/pages.xml')).toBeUndefined()
    expect(store.entries).toBe(0)
  })

  test('stores nothing without room', () => {
    const store = new PageStore(0)
    store.set('/', aPage(['list:all']))
    expect(store.entries).toBe(0)
  })

  test('forgets a tag with its last page', () => {
    const store = new PageStore(1_000_000)
    store.set('/article/a', aPage(['content:a']))
    store.purge(['content:a'])
    store.set('/article/a', aPage(['content:c']))
    store.purge(['content:a'])
    expect(store.get('/article/a')).toBeDefined()
  })
})
