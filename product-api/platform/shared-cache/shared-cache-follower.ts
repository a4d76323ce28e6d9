import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { tags } from '#contract/tags.ts'
import type { ChangeFeed } from '../change-feed/change-feed.ts'
import { PurgeFailure } from './purge.ts'

/** More tags than this cost more calls than the pages that would be left are worth. */
const tagsMost = 200
/**
 * When the pages are dropped again: one that was made before a change may arrive in the cache after the first call. Often
 * that is because the web hears of the change as late as the cache does, which takes milliseconds; seldom because an
 * answer takes its time, and none takes longer than the second pause.
 */
const againMs = [1_000, 15_000]
const retryMs = { first: 1_000, most: 60_000 }

type FollowerOptions = {
  feed: Pick<ChangeFeed, 'subscribe'>
  /** @throws PurgeFailure */
  purge: (tags: readonly string[] | 'everything', end: AbortSignal) => Promise<void>
  logger: Logger
  againMs?: readonly number[]
  retryFirstMs?: number
}

/**
 * Drops from a shared cache the pages that the change feed reports, and all pages at the start: it can't know what was
 * written before, or by which version of the site the pages were made. Each is dropped again after `againMs`. While
 * the cache refuses, it tries again, and keeps in mind what is to be dropped.
 */
export class SharedCacheFollower {
  readonly #options: Required<FollowerOptions>
  readonly #end = new AbortController()
  readonly #ended: Promise<unknown>
  #waiting = new Set<string>()
  /** Tags that were dropped, and when they are dropped again. */
  #again: { at: number; tags: Set<string> }[] = []
  #news = Promise.withResolvers<void>()

  constructor(options: FollowerOptions) {
    this.#options = { againMs, retryFirstMs: retryMs.first, ...options }
    this.#ended = Promise.all([this.#listen(), this.#purge()])
  }

  /** Breaks off: the next start drops everything. */
  async stop(): Promise<void> {
    this.#end.abort()
    this.#news.resolve()
    await this.#ended
  }

  async #listen(): Promise<void> {
    const { feed, logger, retryFirstMs } = this.#options
    let lastId: number | undefined
    while (!this.#end.signal.aborted) {
      try {
        for await (const event of feed.subscribe(lastId, this.#end.signal)) {
          if (event.kind === 'silence') continue
          this.#add(event.kind === 'change' ? event.change.tags : [tags.everything])
          lastId = event.change.id
        }
      } catch (error) {
        logger.warn({ err: error }, 'the changes could not be read for the shared cache')
      }
      await this.#pause(retryFirstMs)
    }
  }

  async #purge(): Promise<void> {
    const { purge, logger, againMs, retryFirstMs } = this.#options
    let pauseMs = retryFirstMs
    while (!this.#end.signal.aborted) {
      const fresh = this.#waiting
      this.#waiting = new Set()
      const batch = fresh.union(this.#takeDue())
      if (batch.size === 0) {
        await this.#untilNews()
        continue
      }
      try {
        await purge(batch.has(tags.everything) ? 'everything' : [...batch], this.#end.signal)
        const now = performance.now()
        if (fresh.size > 0) this.#again.push(...againMs.map((ms) => ({ at: now + ms, tags: fresh })))
        if (pauseMs > retryFirstMs) logger.info('the shared cache drops pages again')
        pauseMs = retryFirstMs
      } catch (error) {
        if (this.#end.signal.aborted) return
        logger.warn({ err: error }, 'the shared cache did not drop pages, and shows old ones')
        this.#add(batch)
        await this.#pause(Math.max(pauseMs, error instanceof PurgeFailure ? error.retryAfterMs : 0))
        pauseMs = Math.min(pauseMs * 2, retryMs.most)
      }
    }
  }

  #add(changed: Iterable<string>): void {
    for (const tag of changed) this.#waiting.add(tag)
    if (this.#waiting.size > tagsMost) this.#waiting = new Set([tags.everything])
    this.#news.resolve()
  }

  #takeDue(): Set<string> {
    const now = performance.now()
    const due = this.#again.filter(({ at }) => at <= now)
    this.#again = this.#again.filter(({ at }) => at > now)
    return due.reduce((all, one) => all.union(one.tags), new Set<string>())
  }

  /** Until something is to be dropped. */
  async #untilNews(): Promise<void> {
    this.#news = Promise.withResolvers()
    if (this.#waiting.size > 0 || this.#end.signal.aborted) return
    const done = new AbortController()
    const times = this.#again.map(({ at }) => at - performance.now())
    const due = times.length > 0 ? this.#pause(Math.max(0, Math.min(...times)), done.signal) : this.#news.promise
    await Promise.race([this.#news.promise, due])
    done.abort()
  }

  async #pause(ms: number, done?: AbortSignal): Promise<void> {
    const signal = done ? AbortSignal.any([this.#end.signal, done]) : this.#end.signal
    // An abort is no failure.
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
