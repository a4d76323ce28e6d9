import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { type ReportedReads, reads, readsMost } from '#contract/reads.ts'

type StoryCount = { reads: number; crawlerReads: number }

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
  /** How many stories wait, each for each day. */
  size = 0
  /** Reads that did not count because too many stories waited. */
  lost = 0

  constructor({ mostStories = 50_000, now = Date.now }: { mostStories?: number; now?: () => number } = {}) {
    this.#mostStories = mostStories
    this.#now = now
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
  take(most: number): { day: string; stories: Map<string, StoryCount> } | undefined {
    this.#turnDay()
    for (const [day, counts] of this.#days) {
      const stories = new Map<string, StoryCount>()
      for (const [key, count] of counts) {
        if (stories.size === most) break
        // A key is well encoded: it was made from a path that could be read.
        stories.set(decodeURIComponent(key.slice(articles.length)), count)
        counts.delete(key)
      }
      if (counts.size === 0 && counts !== this.#today) this.#days.delete(day)
      this.size -= stories.size
      if (stories.size > 0) return { day, stories }
    }
    return undefined
  }

  #add(key: string, isByCrawler: boolean): void {
    this.#turnDay()
    let count = this.#today.get(key)
    if (!count) {
      if (this.size >= this.#mostStories) {
        this.lost++
        return
      }
      count = { reads: 0, crawlerReads: 0 }
      this.#today.set(key, count)
      this.size++
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
        if (/^(?:sec-)?purpose$/i.test(header) && /prefetch|prerender|preview/i.test(value)) return notShown
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

type ReportOptions = {
  counter: ReadCounter
  productApiUrl: string
  log: { warn: (about: object, sentence: string) => void }
  everyMs?: number
  /** The pause after the product API has said that it takes no reads. */
  pauseMs?: number
}

/**
 * Reports what was counted, every ten seconds and as soon as a batch is full: never a call for each read. A batch without
 * an answer is sent again as it is, and the product API counts it once; meanwhile reads go on being counted in memory.
 */
export function reportReads({ counter, productApiUrl, log, everyMs = 10_000, pauseMs = 10 * 60_000 }: ReportOptions) {
  let waiting: string | undefined
  let sending: Promise<void> | undefined
  let pausedUntil = 0
  let isStopped = false

  function takeBatch(): string | undefined {
    const taken = counter.take(readsMost)
    if (!taken) return undefined
    const stories = [...taken.stories]
    return JSON.stringify({
      batch: randomUUID(),
      day: taken.day,
      reads: stories.map(([slug, { reads, crawlerReads }]) => ({ slug, reads, crawler_reads: crawlerReads })),
    } satisfies ReportedReads)
  }

  /** Sends an unanswered batch again, and the new reads; with `toTheEnd` all of them, else while batches are full. */
  async function sendAll(toTheEnd?: AbortSignal): Promise<void> {
    if (waiting !== undefined && !(await deliver(waiting, toTheEnd))) return
    // Reads that are added while a batch is being sent wait for the next time.
    do {
      waiting = takeBatch()
    } while (waiting !== undefined && (await deliver(waiting, toTheEnd)) && (toTheEnd || counter.size >= readsMost))
  }

  /** Whether the batch is settled: counted, or refused as wrong. */
  async function deliver(batch: string, stopped?: AbortSignal): Promise<boolean> {
    const status = await send(batch, stopped)
    if (status === undefined || status >= 500 || status === 408 || status === 429) {
      // Else every reader would ask again while many stories wait.
      pausedUntil = performance.now() + everyMs / 2
      return false
    }
    if (status >= 300 && status !== 400 && status !== 413) {
      // 403: not one of its web nodes. Another product API has no such call, or wants a session for it.
      pausedUntil = performance.now() + pauseMs
      log.warn(
        { status },
        'the product API takes no reads from here; asked again later (WEB_ADDRESSES names web nodes)',
      )
      return false
    }
    waiting = undefined
    if (status >= 300) log.warn({ status }, 'the product API refused a batch of reads; it is dropped')
    return true
  }

  /** The status of the answer; undefined if there was none. */
  async function send(body: string, stopped?: AbortSignal): Promise<number | undefined> {
    const patience = AbortSignal.timeout(5_000)
    try {
      const { status, body: answer } = await fetch(productApiUrl + reads.report.path, {
        method: reads.report.method,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body,
        cache: 'no-store',
        redirect: 'manual',
        signal: stopped ? AbortSignal.any([patience, stopped]) : patience,
      })
      await answer?.cancel()
      return status
    } catch {
      return undefined
    }
  }

  function report(): void {
    if (isStopped || sending || performance.now() < pausedUntil) return
    sending = sendAll().finally(() => {
      sending = undefined
    })
  }

  const timer = setInterval(report, everyMs).unref()

  return {
    /** After a read was counted: whether enough wait for a batch. */
    countedOne: () => {
      if (counter.size >= readsMost) report()
    },
    /** Reports the rest, once the last reader is gone; reads that can't be sent within `mostMs` are lost. */
    stop: async (mostMs: number): Promise<void> => {
      isStopped = true
      clearInterval(timer)
      const stopped = AbortSignal.timeout(Math.max(0, Math.round(mostMs)))
      await Promise.race([sending, once(stopped, 'abort')])
      if (!stopped.aborted) await sendAll(stopped)
    },
  }
}
