import { brotliDecompressSync } from 'node:zlib'
import { denseBrotli } from './dense-brotli.ts'
import { makePage, type Page, sendPage } from './page.ts'
import { PageStore } from './page-store.ts'

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `<p>The lamp turns at ${at * 7919}.</p>`).join('')
const wanted = () => true

const pageOf = (text: string) =>
  makePage({ status: 200, body: Buffer.from(text), headers: { 'content-type': 'text/html' }, tags: new Set(['a']) })

/** Sends a page to a reader that takes brotli. */
function sent(page: Page): Promise<{ body: Buffer; length: number }> {
  return new Promise((resolve) => {
    const request = { method: 'GET', rawHeaders: ['Accept-Encoding', 'gzip, br'] }
    let length = 0
    const writeHead = (_: number, headers: string[]) => {
      length = Number(headers[headers.indexOf('content-length') + 1])
    }
    sendPage(request as never, { writeHead, end: (body: Buffer) => resolve({ body, length }) } as never, page)
  })
}

describe('the smallest copy', () => {
  test('is sent to all readers but the first of a page that is kept', async () => {
    const page = pageOf(lines(1_000))
    new PageStore(10_000_000).set('/', page)
    const quick = await sent(page)
    await page.condensing
    const small = await sent(page)
    expect(small.length).toBe(small.body.length)
    expect(small.length).toBeLessThan(quick.length)
    expect(brotliDecompressSync(small.body).toString()).toBe(lines(1_000))
  })

  test('is not made of a page that is not kept, or not any more', async () => {
    const passing = pageOf(lines(1_000))
    await sent(passing)
    expect(passing.condensing).toBeUndefined()
    const store = new PageStore(10_000_000)
    const dropped = pageOf(lines(1_000))
    const quick = await sent(dropped)
    store.set('/', dropped)
    const before = denseBrotli(Buffer.from(lines(1_000)), wanted)
    await sent(dropped)
    store.purge(['a'])
    await Promise.all([before, dropped.condensing])
    expect((await sent(dropped)).length).toBe(quick.length)
  })

  test('is not made where the store has no room', async () => {
    const page = pageOf(lines(1_000))
    new PageStore(0).set('/', page)
    await sent(page)
    expect(page.condensing).toBeUndefined()
  })

  test('is tried again later where too many wait', async () => {
    const page = pageOf(lines(100))
    const store = new PageStore(10_000_000)
    // Before it is kept, so that its quick copy is there.
    const quick = await sent(page)
    store.set('/', page)
    const others = Array.from({ length: 100 }, () => denseBrotli(Buffer.from(lines(10)), wanted))
    await sent(page)
    await page.condensing
    expect((await sent(page)).length).toBe(quick.length)
    const made = await Promise.all(others)
    expect(made.filter((one) => one === undefined).length).toBeGreaterThan(0)
    await sent(page)
    await page.condensing
    expect((await sent(page)).length).toBeLessThan(quick.length)
  })

  test('does not hold up those behind it if it is not wanted, too large or impossible', async () => {
    const [unwanted, large, last] = await Promise.all([
      denseBrotli(Buffer.from('a'), () => false),
      denseBrotli(Buffer.alloc(2_000_000), wanted),
      denseBrotli(Buffer.from('The lamp'), wanted),
    ])
    expect([unwanted, large]).toEqual([undefined, undefined])
    expect(String(last && brotliDecompressSync(last))).toBe('The lamp')
  })
})
