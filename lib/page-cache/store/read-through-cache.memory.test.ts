import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Handle } from '#lib/renderer/capture-response.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { publicPath } from '../addresses.ts'
import { aReadThroughCache } from '../testing/a-read-through-cache.ts'
import { sendPage } from './page.ts'
import type { ReadThroughCache } from './read-through-cache.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const megabyte = 1024 * 1024
const mostBytes = 4 * megabyte
const addresses = 800
/** The memory of the first hundreds of requests besides pages: compiled code, pools. Unbounded it would be 24 MB. */
const otherBytes = 8 * megabyte

/** Native memory is given back a turn after its owner is gone. */
async function usedBytes(): Promise<number> {
  for (let round = 0; round < 2; round++) {
    await new Promise(setImmediate)
    collectGarbage()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const aCache = (handle: Handle) => aReadThroughCache({ handle, mostBytes })

/** Asks for hundreds of different addresses and compares the process's memory before and after. */
async function grownBytes(cache: ReadThroughCache, addressOf: (number: number) => string): Promise<number> {
  const before = await usedBytes()
  for (let number = 0; number < addresses; number += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const path = publicPath(addressOf(number + index))
        if (!path) return
        const page = cache.ready(path.key) ?? (await cache.make(path, `client ${index}`))
        // Compressed, as for every browser.
        const request = { method: 'GET', rawHeaders: ['accept-encoding', index % 2 ? 'br' : 'gzip'] }
        await new Promise<void>((resolve) => {
          sendPage(request as never, { writeHead: () => undefined, end: () => resolve() } as never, page)
        })
      }),
    )
  }
  return (await usedBytes()) - before
}

const longName = (number: number) => `${number}-${'x'.repeat(8_000)}`

describe('the room that kept pages take', () => {
  test.each([
    ['long addresses', (number: number) => `/article/${longName(number)}`],
    ['long queries behind a short address', (number: number) => `/article/${number}?${longName(number)}`],
    ['addresses as long as they may be', (number: number) => `/article/${number}-${'x'.repeat(480)}`],
    ['made-up categories', (number: number) => `/articles/${longName(number)}`],
  ])(
    'stays within its bound with %s, pages of few bytes and tags as long',
    async (_, addressOf) => {
      let number = 0
      const cache = aCache((_request, response) => {
        noteTags([`content:${longName(number++)}`, `list:${longName(number++)}`])
        response.setHeader('content-type', 'text/html')
        response.setHeader('link', longName(number))
        response.end(`<title>${number}</title>`.padEnd(600, '.'))
      })
      const grown = await grownBytes(cache, addressOf)
      expect(cache.store.bytes).toBeLessThanOrEqual(mostBytes)
      expect(grown).toBeLessThan(mostBytes + otherBytes)
    },
    60_000,
  )

  test('stays within a sixteenth of it with stories that are not there', async () => {
    const cache = aCache((request, response) => {
      noteTags([`content:${request.url}`])
      response.statusCode = 404
      response.setHeader('content-type', 'text/html')
      response.end('nothing here'.padEnd(8_000, '.'))
    })
    await grownBytes(cache, (number) => `/article/${number}`)
    expect(cache.store.bytes).toBeLessThanOrEqual(mostBytes / 16)
    expect(cache.store.entries).toBeGreaterThan(0)
  }, 60_000)

  test('keeps no category, publication or author that is not there', async () => {
    const cache = aCache((request, response) => {
      noteTags([`list:${request.url}`])
      response.statusCode = 404
      response.setHeader('content-type', 'text/html')
      response.end('nothing here')
    })
    for (const url of ['/articles/nothing', '/publication/nothing', '/profile/nothing', '/articles/nothing/feed.xml']) {
      const path = publicPath(url)
      if (path) await cache.make(path, '')
    }
    expect(cache.store.entries).toBe(0)
  })
})
