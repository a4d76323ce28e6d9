import { LRUCache } from 'lru-cache'
import type { Page } from './page.ts'

const overheadBytes = 2_048
/** How long a purge is remembered: longer than any page takes to make. */
const purgeMemoryMs = 60_000

type Purge = { at: number; tags: ReadonlySet<string> | 'all' }

/** The pages that are kept, bounded by bytes (least recently used go first) and found by their tags. */
export class PageStore {
  readonly #pages: LRUCache<string, Page>
  readonly #keysOfTag = new Map<string, Set<string>>()
  #purges: Purge[] = []
  #clock = 0
  purgeCount = 0

  constructor(mostBytes: number) {
    this.#pages = new LRUCache<string, Page>({
      maxSize: Math.max(1, mostBytes),
      maxEntrySize: Math.max(1, Math.floor(mostBytes / 8)),
      // Compressed copies are made later: half as much again covers both of them.
      sizeCalculation: (page) => Math.ceil(page.body.length * (page.compressible ? 1.5 : 1)) + overheadBytes,
      dispose: (page, key) => this.#forget(key, page),
    })
  }

  get entries(): number {
    return this.#pages.size
  }

  get bytes(): number {
    return this.#pages.calculatedSize
  }

  get(key: string): Page | undefined {
    return this.#pages.get(key)
  }

  /** A mark to hand to `overtaken` when the page that is being made now is done. */
  mark(): number {
    return ++this.#clock
  }

  /** Whether something with one of these tags was purged since the mark was taken. */
  overtaken(mark: number, tags: ReadonlySet<string>): boolean {
    return this.#purges.some((purge) => purge.at > mark && (purge.tags === 'all' || !purge.tags.isDisjointFrom(tags)))
  }

  set(key: string, page: Page): void {
    this.#pages.set(key, page)
    if (!this.#pages.has(key)) return
    for (const tag of page.tags) {
      const keys = this.#keysOfTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysOfTag.set(tag, new Set([key]))
    }
  }

  /** Drops every page made from one of these tags, those that are being made right now included. */
  purge(tags: readonly string[]): void {
    this.#remember({ at: ++this.#clock, tags: new Set(tags) })
    for (const tag of tags) {
      for (const key of [...(this.#keysOfTag.get(tag) ?? [])]) this.#pages.delete(key)
    }
  }

  purgeAll(): void {
    this.#remember({ at: ++this.#clock, tags: 'all' })
    this.#pages.clear()
    this.#keysOfTag.clear()
  }

  #remember(purge: Purge): void {
    this.purgeCount++
    this.#purges.push(purge)
    const forget = setTimeout(() => {
      this.#purges = this.#purges.filter((kept) => kept !== purge)
    }, purgeMemoryMs)
    forget.unref()
  }

  #forget(key: string, page: Page): void {
    for (const tag of page.tags) {
      const keys = this.#keysOfTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysOfTag.delete(tag)
    }
  }
}
