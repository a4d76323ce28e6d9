import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type PublicPath, publicPath } from '../addresses.ts'
import {
  type Asker,
  type Made,
  PageRenderer,
  type PageRendererOptions,
  startDataPath,
} from '../render/page-renderer.ts'
import { RenderQueue, type Ticket, TooBusy } from '../render/render-queue.ts'
import type { Page } from './page.ts'
import { type Making, PageStore } from './page-store.ts'

export type ReadThroughCacheOptions = Omit<PageRendererOptions, 'settingsMark'> & {
  mostBytes: number
  /** How long a page is cached while the change feed is connected; milliseconds. */
  keepMs?: number
  /** How long a page is shown without a check while the change feed is down; milliseconds. */
  keepWithoutFeedMs?: number
  /** How long a page without tags is cached; milliseconds. */
  keepUntaggedMs?: number
}

export type PageOutcome = 'hit' | 'stale' | 'miss'

/** One making of a page, for all requests that wait for it. */
type Fill = {
  ticket: Ticket
  /** Once it has begun. */
  making?: Making
  /** `current`: nothing that it shows was written while it was made. */
  done: Promise<{ page: Page; current: boolean }>
}

/** More in parallel would only slow each other down: Next renders on one core. */
const renderBounds = { running: 32, runningOfOne: 16, waiting: 256 }
/** The fills of one page in parallel: one that a write has overtaken, and the one after the write. */
const mostFills = 2
/** The client of renders that no request waits for. */
const ownClient = ''
/**
 * Made after a start, behind the home page and its first story. Next loads the code of a page at its first request, and
 * that of all calls with the first call.
 */
const warmedUp = ['/search', '/api/contents?limit=1']

/** Has public pages rendered, stores them, and renders them again after a change of something they show. */
export class ReadThroughCache {
  readonly store: PageStore
  /** Files of the build never wait behind pages that wait for the product API. */
  readonly queues = { page: new RenderQueue(renderBounds), asset: new RenderQueue(renderBounds) }
  /** Only while the change feed is connected, a cached page is known to be fresh. */
  isFeedConnected = false
  readonly outcomes: Record<PageOutcome, number> = { hit: 0, stale: 0, miss: 0 }
  readonly #keepMs: number
  readonly #keepWithoutFeedMs: number
  readonly #keepUntaggedMs: number
  readonly renderer: PageRenderer
  /** The fills of a page, the newest last. */
  readonly #fills = new Map<string, Fill[]>()
  /** The end of a client's waiting time; milliseconds since the epoch. */
  readonly #limitedUntil = new LRUCache<string, number>({ max: 10_000 })

  constructor(options: ReadThroughCacheOptions) {
    this.#keepMs = options.keepMs ?? 10 * 60_000
    this.#keepWithoutFeedMs = options.keepWithoutFeedMs ?? 1_000
    this.#keepUntaggedMs = options.keepUntaggedMs ?? 5_000
    this.store = new PageStore(options.mostBytes)
    this.renderer = new PageRenderer({ ...options, settingsMark: () => this.store.settingsMark })
  }

  /** The page that can be sent immediately, if there is one; the hot path of the whole site. */
  ready(key: string): Page | undefined {
    const page = this.store.get(key)
    if (!page) return undefined
    const now = Date.now()
    if (page.endsAt !== undefined && now >= page.endsAt) return undefined
    if (page.isUntagged) return this.#readyUntagged(page, now)
    // A page that shows no written content (a file of the build) is always fresh.
    const isKnown = this.isFeedConnected || page.tags.size === 0
    if (isKnown && this.store.isStale(page)) return undefined
    if (isKnown ? now - page.madeAt < this.#keepMs : now - page.checkedAt < this.#keepWithoutFeedMs) {
      this.outcomes.hit++
      return page
    }
    if (isKnown) return undefined
    // The product API is out of reach: keep serving this page, and check now and then whether it is back.
    this.outcomes.stale++
    const path = publicPath(key)
    if (path && !this.#fills.has(key)) this.#fill(path, ownClient)
    return page
  }

  /** No writes are reported for it, so its age decides. If rendering it again failed, it is shown a little longer. */
  #readyUntagged(page: Page, now: number): Page | undefined {
    const isYoung = now - page.madeAt < this.#keepUntaggedMs
    const hasJustFailed = page.checkedAt > page.madeAt && now - page.checkedAt < this.#keepWithoutFeedMs
    if (!isYoung && !hasJustFailed) return undefined
    this.outcomes[isYoung ? 'hit' : 'stale']++
    return page
  }

  /**
   * Renders the page, once for all requests that wait for it. The answer shows every write that this node knew of at the
   * time of the request.
   */
  async make(path: PublicPath, client: string): Promise<Page> {
    this.outcomes.miss++
    if (!path.keep) return this.#makeForOne(path, client)
    const asked = this.store.purgeCount
    for (;;) {
      const fill = this.#fillFor(path, client, asked)
      const { page, current } = await fill.done
      if (current || (fill.making?.mark ?? asked) >= asked) return page
      const kept = this.store.get(path.key)
      if (kept && this.isFeedConnected && !this.store.isStale(kept)) return kept
    }
  }

  /**
   * Makes what the first readers after a start would wait for: the first page takes ten times as long as the next, the
   * first call five times. One by one and with pauses: a request waits for one of them at most, in the first second for none.
   * The product API may start more slowly; that it is there, its change feed says. One without a feed is not waited for long.
   */
  async warmUp({ pauseMs = 1_000, mostPauses = 60 } = {}): Promise<void> {
    const pause = () => delay(pauseMs, undefined, { ref: false })
    for (let pauses = 0; !this.isFeedConnected && pauses < mostPauses; pauses++) await pause()
    const make = async (address: string) => {
      await pause()
      const path = publicPath(address)
      // A failure is reported where it happens, and here costs only the time that this would have saved.
      return path && this.make(path, ownClient).catch(() => undefined)
    }
    const home = await make('/')
    const story = /href="(\/article\/[^"?#]+)"/.exec(home?.body.toString() ?? '')?.[1]
    for (const address of [...(story ? [story] : []), ...warmedUp]) await make(address)
  }

  /** Joins the newest fill, unless it may miss a write from before the request; then it starts another. */
  #fillFor(path: PublicPath, client: string, asked: number): Fill {
    const fills = this.#fills.get(path.key) ?? []
    const newest = fills.at(-1)
    // Any write may concern it: its tags are not known before it is made.
    if (newest && (fills.length >= mostFills || (newest.making?.mark ?? asked) >= asked)) {
      this.queues[path.kind].join(newest.ticket, client)
      return newest
    }
    return this.#fill(path, client)
  }

  #fill(path: PublicPath, client: string): Fill {
    const ticket = this.queues[path.kind].enter(client)
    const fill: Fill = { ticket, done: Promise.resolve().then(() => this.#filled(path, fill, client)) }
    // A background fill may fail unnoticed.
    fill.done.catch(() => undefined)
    this.#fills.set(path.key, [...(this.#fills.get(path.key) ?? []), fill])
    return fill
  }

  async #filled(path: PublicPath, fill: Fill, client: string): Promise<{ page: Page; current: boolean }> {
    try {
      const { keepable, ...made } = await this.#inTurn(path, fill.ticket, askerFor(client), () => {
        fill.making = this.store.begin()
      })
      const page = this.#withKeptData(made)
      const current = !fill.making || !this.store.overtaken(fill.making, page.tags)
      if (page.status < 500) {
        if (keepable && current) this.store.set(path.key, page)
        return { page, current }
      }
      const kept = this.store.get(path.key)
      if (kept) kept.checkedAt = Date.now()
      return { page: kept ?? page, current }
    } finally {
      if (fill.making) this.store.end(fill.making)
      const others = this.#fills.get(path.key)?.filter((other) => other !== fill) ?? []
      if (others.length > 0) this.#fills.set(path.key, others)
      else this.#fills.delete(path.key)
    }
  }

  /** Stores start data apart: they outlive their page, because who opened it before a write may touch it later. */
  #withKeptData({ page, startData }: Pick<Made, 'page' | 'startData'>): Page {
    if (!startData) return page
    this.store.set(startData.key, startData.page)
    return this.store.get(startData.key) ? page : startData.inPage()
  }

  /**
   * Start data of a page by their hash; made again if they were dropped, as long as the page is still the same.
   * @returns undefined if the page is another one by now.
   */
  async startData(hash: string, path: PublicPath, client: string): Promise<Page | undefined> {
    const kept = this.store.get(startDataPath + hash)
    if (kept) return kept
    const current = this.ready(path.key)?.startHash
    if (!path.keep || (current !== undefined && current !== hash)) return undefined
    await this.make(path, client)
    return this.store.get(startDataPath + hash)
  }

  /** Renders a page that is not stored: search results. A rate-limited client costs no render until its wait is over. */
  async #makeForOne(path: PublicPath, client: string): Promise<Page> {
    const asker = askerFor(client)
    const waitMs = (this.#limitedUntil.get(client) ?? 0) - Date.now()
    if (waitMs > 0) return this.renderer.refused(path.key, 429, asker, Math.ceil(waitMs / 1_000))
    const { page } = await this.#inTurn(path, this.queues[path.kind].enter(client), asker)
    const seconds = Number(page.headers['retry-after'])
    if (page.status === 429 && seconds > 0) this.#limitedUntil.set(client, Date.now() + seconds * 1_000)
    return page
  }

  async #inTurn(path: PublicPath, ticket: Ticket, asker: Asker, begun?: () => void): Promise<Made> {
    const render = () => {
      begun?.()
      return this.renderer.render(path, asker)
    }
    try {
      return await this.queues[path.kind].run(ticket, render)
    } catch (cause) {
      if (!(cause instanceof TooBusy)) throw cause
      return { page: await this.renderer.refused(path.key, 503, asker), keepable: false }
    }
  }
}

export function askerFor(clientAddress: string): Asker {
  return { requestId: randomUUID(), clientAddress }
}
