import type { IncomingMessage, ServerResponse } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

type StoryCount = { reads: number; crawlerReads: number }
type DayCounts = { day: string; stories: Map<string, StoryCount> }

const articles = '/article/'
/** A longer address is not a story's. */
const longestKey = 512
const dayMs = 24 * 60 * 60 * 1000

/**
 * Counts reads in memory: for each story, how often its public page was shown to a browser and to crawlers. It stores
 * nothing about readers. If more than `mostStories` different stories wait to be reported, the newest do not count.
 */
export class ReadCounter {
  readonly #mostStories: number
  readonly #now: () => number
  /** Keyed by the day (UTC) of the read, the oldest first: a late report must not count for another day. */
  readonly #days = new Map<string, Map<string, StoryCount>>()
  #today = new Map<string, StoryCount>()
  #todayEndsAt = 0
  #size = 0
  /** Reads that did not count because too many stories waited. */
  lost = 0

  constructor({ mostStories = 50_000, now = Date.now }: { mostStories?: number; now?: () => number } = {}) {
    this.#mostStories = mostStories
    this.#now = now
  }

  /** How many stories wait, each for each day. */
  get size(): number {
    return this.#size
  }

  /** A page is sent, with the status 200 or as a 304; `key` is the one that it is kept under. On the hot path of the site. */
  count(request: IncomingMessage, key: string, status: number): void {
    if (status !== 200 || !key.startsWith(articles) || request.method !== 'GET') return
    // The Markdown copy of a story; no slug has a dot.
    if (key.endsWith('.md') || key.length > longestKey) return
    const userAgent = nameOfReader(request)
    if (userAgent === notShown) return
    this.#add(key, isCrawler(userAgent))
  }

  /** A story's page that was loaded ahead, and did not count then, is shown; `key` as above. */
  countShown({ headers }: IncomingMessage, key: string): void {
    this.#add(key, isCrawler(headers['user-agent']))
  }

  /** Takes out the counts of up to `most` stories, all of one day. */
  take(most: number): DayCounts | undefined {
    this.#turnDay()
    for (const [day, counts] of this.#days) {
      const stories = new Map<string, StoryCount>()
      for (const [key, count] of counts) {
        if (stories.size === most) break
        stories.set(slugOf(key), count)
        counts.delete(key)
      }
      if (counts.size === 0 && counts !== this.#today) this.#days.delete(day)
      this.#size -= stories.size
      if (stories.size > 0) return { day, stories }
    }
    return undefined
  }

  #add(key: string, isByCrawler: boolean): void {
    if (this.#now() >= this.#todayEndsAt) this.#turnDay()
    let count = this.#today.get(key)
    if (!count) {
      if (this.#size >= this.#mostStories) {
        this.lost++
        return
      }
      count = { reads: 0, crawlerReads: 0 }
      this.#today.set(key, count)
      this.#size++
    }
    if (isByCrawler) count.crawlerReads++
    else count.reads++
  }

  #turnDay(): void {
    const now = this.#now()
    if (now < this.#todayEndsAt) return
    const day = new Date(now).toISOString().slice(0, 10)
    this.#todayEndsAt = (Math.floor(now / dayMs) + 1) * dayMs
    this.#today = this.#days.get(day) ?? new Map()
    this.#days.set(day, this.#today)
  }
}

const notShown = Symbol('not shown')

/**
 * The reader's user agent, or `notShown`: a script loads the page, or it is prefetched for a possible click.
 * One pass over the raw headers; node:http would make an object of all of them.
 */
function nameOfReader({ rawHeaders }: IncomingMessage): string | undefined | typeof notShown {
  let name: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] ?? ''
    const value = rawHeaders[at + 1] ?? ''
    switch (header.length) {
      case 3:
        if (header.toLowerCase() === 'rsc') return notShown
        break
      case 5:
        if (header.toLowerCase() === 'x-moz' && value === 'prefetch') return notShown
        break
      case 7:
      case 11:
        // `prefetch`, `prefetch;prerender`, `preview`.
        if (isPurpose(header) && /prefetch|prerender|preview/i.test(value)) return notShown
        break
      case 10:
        if (header.toLowerCase() === 'user-agent') name = value
        break
      case 14:
        // Browsers say what they load it for; a page that is shown is a document.
        if (header.toLowerCase() === 'sec-fetch-dest' && value !== 'document') return notShown
        break
    }
  }
  return name
}

function isPurpose(header: string): boolean {
  const name = header.toLowerCase()
  return name === 'purpose' || name === 'sec-purpose'
}

/** A key is well encoded: it was made from a path that could be read. */
function slugOf(key: string): string {
  return decodeURIComponent(key.slice(articles.length))
}

const mostKnown = 2_000
/** No browser's user agent is longer; a longer one is cut. */
const longestName = 400

const known = new LRUCache<string, boolean>({ max: mostKnown })

/**
 * Whether a program reads without a person, by its name (User-Agent); one without a name is no browser.
 * The list's pattern takes microseconds, and readers have a few hundred names between them.
 */
function isCrawler(userAgent: string | undefined): boolean {
  if (!userAgent) return true
  const name = userAgent.length > longestName ? userAgent.slice(0, longestName) : userAgent
  const verdict = known.get(name)
  if (verdict !== undefined) return verdict
  const found = isbot(name)
  known.set(name, found)
  return found
}

type Parts = {
  /** The page that a reader would get at this address now; undefined if it is not public. */
  pageAt: (url: string, client: string) => Promise<{ key: string; status: number } | undefined>
  count: (request: IncomingMessage, key: string) => void
  /** How many reads are believed of one client in a minute. */
  most?: number
}

const prefix = '/reads'
const storyRead = /^\/reads\/article\/[^/]+$/
const minuteMs = 60_000
const mostClients = 10_000

/**
 * Answers `POST /reads/article/{slug}`, by which a browser reports that it shows a story that it had prefetched
 * (`page-scripts/count-read.js`). Pages of other sites cannot: the browser itself says where a request comes from. A
 * program can, but it may as well ask for the story, which counts too.
 */
export function createPrefetchedReads({ pageAt, count, most = 60 }: Parts) {
  const countsOf = new LRUCache<string, { count: number }>({ max: mostClients, ttl: minuteMs })

  /** @returns whether the address is this one. */
  return async (request: IncomingMessage, response: ServerResponse, client: string): Promise<boolean> => {
    if (request.method !== 'POST' || !storyRead.test(request.url ?? '')) return false
    request.resume()
    response.writeHead(await statusFor(request, client), { 'cache-control': 'no-store' })
    response.end()
    return true
  }

  async function statusFor(request: IncomingMessage, client: string): Promise<204 | 403 | 404 | 429> {
    if (request.headers['sec-fetch-site'] !== 'same-origin') return 403
    if (isTooMuch(client)) return 429
    const page = await pageAt(request.url?.slice(prefix.length) ?? '', client)
    if (page?.status !== 200) return 404
    count(request, page.key)
    return 204
  }

  function isTooMuch(client: string): boolean {
    const said = countsOf.get(client) ?? { count: 0 }
    if (said.count === 0) countsOf.set(client, said)
    said.count++
    return said.count > most
  }
}
