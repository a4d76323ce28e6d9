import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Change } from '#contract/tags.ts'
import { createLogger } from '../log.ts'
import { followChanges } from './follow-changes.ts'
import { PurgeFailure } from './purge.ts'
import { SharedCacheFollower } from './shared-cache-follower.ts'

type Event = { kind: 'hello' | 'change' | 'reset'; change: Change }

/** A change feed by hand. */
class Feed {
  #events: Event[] = [{ kind: 'hello', change: { id: 1, tags: [] } }]
  #news = Promise.withResolvers<void>()
  #isBroken = false
  readonly lastIds: (number | undefined)[] = []

  async *subscribe(lastId: number | undefined, gone: AbortSignal): AsyncGenerator<Event> {
    this.lastIds.push(lastId)
    let position = this.#events.findIndex(({ change }) => change.id === lastId) + 1
    gone.addEventListener('abort', () => this.#wake())
    while (!gone.aborted) {
      if (this.#isBroken) {
        this.#isBroken = false
        throw new Error('the database is away')
      }
      const event = this.#events[position]
      if (event) {
        position++
        yield event
      } else {
        await this.#news.promise
      }
    }
  }

  tell(event: Event): void {
    this.#events.push(event)
    this.#wake()
  }

  break(): void {
    this.#isBroken = true
    this.#wake()
  }

  #wake(): void {
    this.#news.resolve()
    this.#news = Promise.withResolvers()
  }
}

const change = (id: number, ...tags: string[]): Event => ({ kind: 'change', change: { id, tags } })

let feed: Feed
let follower: { stop: () => Promise<void> }
/** The tags of each call, sorted. */
let calls: (string[] | 'everything')[]
/** Made before the call for which somebody waits. */
let called: PromiseWithResolvers<void>
let answer: () => Promise<void>
beforeEach(() => {
  feed = new Feed()
  calls = []
  answer = async () => undefined
  called = Promise.withResolvers()
})
afterEach(() => follower.stop())

function follow({ againMs = [3_600_000] } = {}): void {
  follower = new SharedCacheFollower({
    feed,
    purge: async (tags) => {
      calls.push(tags === 'everything' ? tags : tags.toSorted())
      called.resolve()
      await answer()
    },
    logger: createLogger('silent'),
    againMs,
    retryFirstMs: 1,
  })
}

async function untilCalls(count: number, list: unknown[] = calls): Promise<void> {
  while (list.length < count) {
    called = Promise.withResolvers()
    if (list.length < count) await called.promise
  }
}

test('drops everything at the start, and then what changes', async () => {
  follow()
  await untilCalls(1)
  feed.tell(change(2, 'content:a', 'list:all'))
  await untilCalls(2)
  feed.tell(change(3, 'content:b'))
  await untilCalls(3)
  expect(calls).toEqual(['everything', ['content:a', 'list:all'], ['content:b']])
})

test('drops it twice more after a while, because an answer from before the change may have come later', async () => {
  follow({ againMs: [50, 100] })
  await untilCalls(3)
  feed.tell(change(2, 'content:a'))
  await untilCalls(6)
  expect(calls).toEqual([...Array(3).fill('everything'), ...Array(3).fill(['content:a'])])
})

test('drops with one call what changes during another', async () => {
  const first = Promise.withResolvers<void>()
  answer = () => first.promise
  follow()
  await untilCalls(1)
  for (let id = 2; id < 50; id++) feed.tell(change(id, `content:${id % 3}`, 'list:all'))
  // The feed has been read to its end when it is asked again.
  await new Promise((resolve) => setImmediate(resolve))
  first.resolve()
  await untilCalls(2)
  expect(calls[1]).toEqual(['content:0', 'content:1', 'content:2', 'list:all'])
})

test('drops everything where more changed than is worth naming', async () => {
  follow()
  await untilCalls(1)
  feed.tell(change(2, ...Array.from({ length: 201 }, (_, index) => `content:${index}`)))
  await untilCalls(2)
  feed.tell(change(3, 'everything'))
  await untilCalls(3)
  feed.tell({ kind: 'reset', change: { id: 9, tags: [] } })
  await untilCalls(4)
  expect(calls).toEqual(Array(4).fill('everything'))
})

test('tries again what the cache refused, together with what changed meanwhile', async () => {
  follow()
  await untilCalls(1)
  let refusals = 3
  answer = async () => {
    if (refusals-- > 0) throw new PurgeFailure('it answered 503')
  }
  feed.tell(change(2, 'content:a'))
  await untilCalls(2)
  feed.tell(change(3, 'content:b'))
  await untilCalls(5)
  expect(calls[4]).toEqual(['content:a', 'content:b'])
})

test('leaves the cache alone for as long as it wants', async () => {
  follow()
  await untilCalls(1)
  answer = async () => {
    answer = async () => undefined
    throw new PurgeFailure('it answered 429', { retryAfterMs: 300 })
  }
  const refusedAt = performance.now()
  feed.tell(change(2, 'content:a'))
  await untilCalls(3)
  // Timers may fire a millisecond early.
  expect(performance.now() - refusedAt).toBeGreaterThan(298)
})

test('goes on after the last change when the feed breaks', async () => {
  follow()
  await untilCalls(1)
  feed.tell(change(7, 'content:a'))
  await untilCalls(2)
  feed.break()
  feed.tell(change(8, 'content:b'))
  await untilCalls(3)
  expect(feed.lastIds).toEqual([undefined, 7])
})

test('stops in the middle of a call', async () => {
  answer = () => new Promise((_, reject) => setImmediate(() => reject(new Error('aborted'))))
  follow()
  await untilCalls(1)
  await follower.stop()
  expect(calls).toHaveLength(1)
})

test('a Varnish that is away delays no other', async () => {
  const asked: unknown[] = []
  const server = http.createServer(({ headers }, response) => {
    asked.push(headers['xkey-purge'])
    called.resolve()
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = `127.0.0.1:${(server.address() as AddressInfo).port}`
  follower = followChanges({ kind: 'varnish', hosts: ['127.0.0.1:1', here] }, feed, createLogger('silent'))
  for (let id = 2; id < 5; id++) {
    await untilCalls(id - 1, asked)
    feed.tell(change(id, `content:${id}`))
  }
  await untilCalls(4, asked)
  expect(asked).toEqual(['every-page', 'content:2', 'content:3', 'content:4'])
  server.close()
})
