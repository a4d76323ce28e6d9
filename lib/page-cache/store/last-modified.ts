import { LRUCache } from 'lru-cache'

const mostAddresses = 10_000
const secondMs = 1_000

/**
 * When the answer at each address last changed, in milliseconds at a whole second. Made again without a change it
 * keeps its date. It states the second after the change, so that two answers never share a date.
 */
export class LastModified {
  readonly #known = new LRUCache<string, { etag: string; at: number }>({ max: mostAddresses })

  of(address: string, etag: string, now = Date.now()): number {
    const known = this.#known.get(address)
    if (known?.etag === etag) return known.at
    const at = (Math.floor(now / secondMs) + 1) * secondMs
    this.#known.set(address, { etag, at })
    return at
  }
}
