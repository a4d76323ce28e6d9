import type { Handle } from '#lib/renderer/capture-response.ts'
import { pageScript } from '#lib/renderer/page-script.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { hashOf } from '#lib/renderer/start-data.ts'
import type { PublicPath } from '../addresses.ts'
import { aReadThroughCache } from '../testing/a-read-through-cache.ts'

const home: PublicPath = { key: '/', kind: 'page', keep: true, keepMissing: false }
const search: PublicPath = { key: '/search', kind: 'page', keep: false, keepMissing: false }

/** A stand-in for Next, whose page starts from what `data` says. */
function aCache(mostBytes = 1_000_000) {
  const next = { data: 'one', made: 0 }
  const handle: Handle = (_, response) => {
    next.made++
    noteTags(['stories'])
    response.setHeader('content-type', 'text/html')
    const own = `<script src="${pageScript.address}"></script>`
    const head = `<head>${own}<script src="/_next/static/a.js" async=""></script></head>`
    response.end(`<html>${head}<body>${next.data}<script>self.__next_f.push([1,"${next.data}"])</script></body></html>`)
  }
  return { cache: aReadThroughCache({ handle, mostBytes }), next }
}

const hashed = (data: string) => hashOf(Buffer.from(`[[1,"${data}"]]`))

describe('what React starts from', () => {
  test('is beside a page that is kept, under a name that only the same data have', async () => {
    const { cache } = aCache()
    const page = await cache.make(home, '')
    expect(page.body.toString()).toContain(`data-start="${hashed('one')}"`)
    expect(page.body.toString()).not.toContain('id="start-data"')
    const data = await cache.startData(hashed('one'), home, '')
    expect(JSON.parse(String(data?.body))).toEqual([[1, 'one']])
    expect(data?.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('is in a page that is not kept, and where there is no room', async () => {
    expect((await aCache().cache.make(search, '')).body.toString()).toContain(
      'id="start-data">[[1,"one"]]</script></body>',
    )
    const { cache } = aCache(0)
    const page = await cache.make(home, '')
    expect(page.body.toString()).toContain('id="start-data">[[1,"one"]]</script></body>')
    expect(page.body.toString()).not.toContain('data-start')
  })

  test('outlives its page: who opened that before a write gets the data of what they see', async () => {
    const { cache, next } = aCache()
    await cache.make(home, '')
    next.data = 'two'
    cache.store.purge(['stories'])
    await cache.make(home, '')
    expect(String((await cache.startData(hashed('one'), home, ''))?.body)).toContain('one')
    expect(String((await cache.startData(hashed('two'), home, ''))?.body)).toContain('two')
    expect(next.made).toBe(2)
  })

  test('is made again by another node, or after a restart, as long as the page is the same', async () => {
    const { cache, next } = aCache()
    expect(String((await cache.startData(hashed('one'), home, ''))?.body)).toContain('one')
    next.data = 'two'
    cache.store.purge(['stories'])
    const elsewhere = aCache()
    elsewhere.next.data = 'two'
    expect(await elsewhere.cache.startData(hashed('one'), home, '')).toBeUndefined()
  })

  test('costs no render where the page is known to be another one, or is not kept at all', async () => {
    const { cache, next } = aCache()
    await cache.make(home, '')
    expect(await cache.startData(hashed('made up'), home, '')).toBeUndefined()
    expect(await cache.startData(hashed('made up'), search, '')).toBeUndefined()
    expect(next.made).toBe(1)
  })
})
