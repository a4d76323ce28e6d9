import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { hostsMost } from '#contract/reads.ts'
import { isHost, type ReadSources } from './read-sources.ts'

/** The figures of one story. */
export type StoryCount = {
  reads: number
  crawlerReads: number
  /** Source → how many of the reads came from it. */
  from: Map<string, number>
  began: number
  finished: number
  listens: number
  heardSeconds: number
}

const articles = '/article/'
/** A longer address is not a story's. */
const longestKey = 512
const dayMs = 24 * 60 * 60 * 1000

type Options = {
  sources: ReadSources
  mostStories?: number
  /** How many hosts of all stories together. */
  mostHosts?: number
  now?: () => number
}

/**
 * Counts reads in memory: for each story, how often its public page was shown to a browser and to crawlers, and what its
 * readers did. It stores nothing about readers. If more than `mostStories` different stories wait to be reported, the
 * newest do not count; if more than `mostHosts` hosts do, reads from new ones come from `others`.
 */
export class ReadCounter {
  readonly #sources: ReadSources
  readonly #mostStories: number
  readonly #mostHosts: number
  readonly #now: () => number
  /** Keyed by the day (UTC) of the read, the oldest first: a late report must not count for another day. */
  readonly #days = new Map<string, Map<string, StoryCount>>()
  #today = new Map<string, StoryCount>()
  #todayEndsAt = 0
  /** How many stories wait, each for each day. */
  size = 0
  /** How many hosts wait, each for each story and day. */
  hosts = 0
  /** Reads that did not count because too many stories waited. */
  lost = 0

  constructor({ sources, mostStories = 50_000, mostHosts = 100_000, now = Date.now }: Options) {
    this.#sources = sources
    this.#mostStories = mostStories
    this.#mostHosts = mostHosts
    this.#now = now
  }

  /** A page is sent, with the status 200 or as a 304; `key` is the one that it is kept under. On the hot path of the site. */
  count(request: IncomingMessage, key: string, status: number): void {
    if (status !== 200 || !key.startsWith(articles) || request.method !== 'GET') return
    // The Markdown copy of a story; no slug has a dot.
    if (key.endsWith('.md') || key.length > longestKey) return
    const reader = readerOf(request)
    if (!reader) return
    const { url = '' } = request
    // Only a longer address can have a mark.
    this.#addRead(key, reader, url.length > key.length ? url : '')
  }

  /** A story's page that was loaded ahead, and did not count then, is shown; `key` as above. */
  countShown({ headers }: IncomingMessage, key: string, referrer: string): void {
    this.#addRead(key, { userAgent: headers['user-agent'], referrer }, '')
  }

  /** A reader of a page touched it, or reached its end. */
  countReader({ headers }: IncomingMessage, key: string, what: 'began' | 'finished'): void {
    const count = isCrawler(headers['user-agent']) ? undefined : this.#countOf(key)
    if (count) count[what]++
  }

  /** A reader of a page has heard so much of its narration. */
  countHeard({ headers }: IncomingMessage, key: string, seconds: number): void {
    const count = isCrawler(headers['user-agent']) ? undefined : this.#countOf(key)
    if (!count) return
    count.listens++
    count.heardSeconds += seconds
  }

  /** Takes out the counts of up to `most` stories, all of one day, with about `mostSources` sources. */
  take(most: number, mostSources: number): { day: string; stories: Map<string, StoryCount> } | undefined {
    this.#turnDay()
    for (const [day, counts] of this.#days) {
      const stories = new Map<string, StoryCount>()
      let sources = 0
      for (const [key, count] of counts) {
        sources += count.from.size
        if (stories.size === most || (sources > mostSources && stories.size > 0)) break
        // A key is well encoded: it was made from a path that could be read.
        stories.set(decodeURIComponent(key.slice(articles.length)), count)
        counts.delete(key)
        for (const source of count.from.keys()) if (isHost(source)) this.hosts--
      }
      if (counts.size === 0 && counts !== this.#today) this.#days.delete(day)
      this.size -= stories.size
      if (stories.size > 0) return { day, stories }
    }
    return undefined
  }

  #addRead(key: string, { userAgent, referrer }: Reader, markedUrl: string): void {
    const count = this.#countOf(key)
    if (!count) {
      this.lost++
      return
    }
    if (isCrawler(userAgent)) {
      count.crawlerReads++
      return
    }
    count.reads++
    this.#addSource(count, this.#sources.find(referrer, markedUrl))
  }

  #addSource({ from }: StoryCount, source: string): void {
    const known = from.get(source)
    if (known !== undefined) {
      from.set(source, known + 1)
      return
    }
    const isNewHost = isHost(source)
    if (isNewHost && (from.size >= hostsMost || this.hosts >= this.#mostHosts)) {
      from.set('others', (from.get('others') ?? 0) + 1)
      return
    }
    from.set(source, 1)
    if (isNewHost) this.hosts++
  }

  /** Undefined if too many stories wait. */
  #countOf(key: string): StoryCount | undefined {
    this.#turnDay()
    const known = this.#today.get(key)
    if (known) return known
    if (this.size >= this.#mostStories) return undefined
    const count = { reads: 0, crawlerReads: 0, from: new Map(), began: 0, finished: 0, listens: 0, heardSeconds: 0 }
    this.#today.set(key, count)
    this.size++
    return count
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

type Reader = { userAgent: string | undefined; referrer: string | undefined }

/**
 * The reader's user agent and where they come from; undefined if the page is not shown: a script loads it, or it is
 * prefetched for a possible click. One pass over the raw headers; node:http would make an object of all of them.
 */
function readerOf({ rawHeaders }: IncomingMessage): Reader | undefined {
  let userAgent: string | undefined
  let referrer: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] ?? ''
    const value = rawHeaders[at + 1] ?? ''
    switch (header.length) {
      case 3:
        if (header.toLowerCase() === 'rsc') return undefined
        break
      case 5:
        if (header.toLowerCase() === 'x-moz' && value === 'prefetch') return undefined
        break
      case 7:
        if (header.toLowerCase() === 'referer') referrer = value
        else if (isPrefetch(header, value)) return undefined
        break
      case 11:
        if (isPrefetch(header, value)) return undefined
        break
      case 10:
        if (header.toLowerCase() === 'user-agent') userAgent = value
        break
      case 14:
        // Browsers say what they load it for; a page that is shown is a document.
        if (header.toLowerCase() === 'sec-fetch-dest' && value !== 'document') return undefined
        break
    }
  }
  return { userAgent, referrer }
}

/** `prefetch`, `prefetch;prerender`, `preview`. */
function isPrefetch(header: string, value: string): boolean {
  return /^(?:sec-)?purpose$/i.test(header) && /prefetch|prerender|preview/i.test(value)
}

/** No browser's user agent is longer; a longer one is cut. */
const longestName = 400
/** Readers have a few hundred names between them, and the list's pattern takes microseconds. */
const crawlers = new LRUCache<string, boolean>({ max: 2_000 })

/** Whether a program reads without a person, by its name (User-Agent); one without a name is no browser. */
function isCrawler(userAgent: string | undefined): boolean {
  if (!userAgent) return true
  const name = userAgent.slice(0, longestName)
  const known = crawlers.get(name)
  if (known !== undefined) return known
  const found = isbot(name)
  crawlers.set(name, found)
  return found
}
