import { LRUCache } from 'lru-cache'
import { tags } from '#contract/tags.ts'
import type { Page } from './page.ts'

/** The memory of an entry beside its strings and bytes: the page's objects, its places in the maps. */
const overheadBytes = 4_096
/** A tag's own place in the index, and the page's place in that. */
const overheadOfTagBytes = 400
/** The share of the room that pages of missing things may take. */
const missingShare = 1 / 16

/** A render in progress: a purge from its start on may be newer than its content. */
export type Making = { readonly mark: number }

/** Stores pages, bounded by bytes (LRU), and finds them by their tags. */
export class PageStore {
  readonly #pages: LRUCache<string, Page>
  /** Stored apart, because anyone can ask for missing things without end. */
  readonly #missing: LRUCache<string, Page>
  readonly #keysOfTag = new Map<string, Set<string>>()
  readonly #makings = new Set<Making>()
  /** The latest purge of a tag, oldest first; only while a page is being made that it may concern. */
  readonly #purgedAt = new Map<string, number>()
  #allPurgedAt = 0
  /** How many purges there were: the clock that marks are read from. */
  purgeCount = 0
  /** Grows with every purge that may come from a change of the site's settings. */
  settingsMark = 0

  constructor(mostBytes: number) {
    this.#pages = this.#bounded(mostBytes * (1 - missingShare))
    this.#missing = this.#bounded(mostBytes * missingShare)
  }

  get entries(): number {
    return this.#pages.size + this.#missing.size
  }

  get bytes(): number {
    return this.#pages.calculatedSize + this.#missing.calculatedSize
  }

  get(key: string): Page | undefined {
    return this.#pages.get(key) ?? this.#missing.get(key)
  }

  /** Begins a render; until `end`, purges are remembered for it. */
  begin(): Making {
    const making = { mark: this.purgeCount }
    this.#makings.add(making)
    return making
  }

  end(making: Making): void {
    this.#makings.delete(making)
    const oldest = Math.min(this.purgeCount, ...[...this.#makings].map(({ mark }) => mark))
    for (const [tag, at] of this.#purgedAt) {
      if (at > oldest) break
      this.#purgedAt.delete(tag)
    }
  }

  /** Whether something with one of these tags was purged since the making began. */
  overtaken({ mark }: Making, tags: ReadonlySet<string>): boolean {
    if (this.#allPurgedAt > mark) return true
    if (mark === this.purgeCount) return false
    for (const tag of tags) if ((this.#purgedAt.get(tag) ?? 0) > mark) return true
    return false
  }

  set(key: string, page: Page): void {
    const pages = page.status === 404 ? this.#missing : this.#pages
    // A copy: cut out of an address, the key would keep the whole of it alive.
    const ownKey = Buffer.from(key).toString()
    this.#pages.delete(key)
    this.#missing.delete(key)
    pages.set(ownKey, page)
    if (!pages.has(ownKey)) return
    page.storedAt = this.purgeCount
    for (const tag of page.tags) {
      const keys = this.#keysOfTag.get(tag)
      if (keys) keys.add(ownKey)
      else this.#keysOfTag.set(tag, new Set([ownKey]))
    }
  }

  /** Drops every page with one of these tags; renders in progress are marked as overtaken. */
  purge(changed: readonly string[]): void {
    if (changed.includes(tags.everything)) {
      this.markAllStale()
      return
    }
    this.purgeCount++
    if (changed.includes(tags.site)) this.settingsMark++
    for (const tag of changed) {
      if (this.#makings.size > 0) {
        this.#purgedAt.delete(tag)
        this.#purgedAt.set(tag, this.purgeCount)
      }
      for (const key of [...(this.#keysOfTag.get(tag) ?? [])]) {
        this.#pages.delete(key)
        this.#missing.delete(key)
      }
    }
  }

  /** Marks every page as stale, renders in progress included. They stay, in case the product API is down. */
  markAllStale(): void {
    this.#allPurgedAt = ++this.purgeCount
    this.settingsMark++
  }

  isStale(page: Page): boolean {
    return (page.storedAt ?? 0) < this.#allPurgedAt
  }

  #bounded(mostBytes: number): LRUCache<string, Page> {
    return new LRUCache<string, Page>({
      maxSize: Math.max(1, Math.floor(mostBytes)),
      maxEntrySize: Math.max(1, Math.floor(mostBytes / 8)),
      sizeCalculation: bytesOf,
      dispose: (page, key) => this.#forget(key, page),
    })
  }

  #forget(key: string, page: Page): void {
    page.storedAt = undefined
    for (const tag of page.tags) {
      const keys = this.#keysOfTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysOfTag.delete(tag)
    }
  }
}

/** The memory of a page, with its compressed copies at their largest possible size. */
function bytesOf(page: Page, key: string): number {
  let bytes = overheadBytes + 2 * key.length + page.body.length * (page.compressible ? 2 : 1)
  // One-byte strings; each header is in the page's own table and, longer or shorter, in up to four flat lists.
  for (const [name, value] of Object.entries(page.headers)) bytes += 100 + name.length + 2 * String(value).length
  for (const tag of page.tags) bytes += overheadOfTagBytes + 2 * tag.length
  return bytes
}
