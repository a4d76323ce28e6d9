import { LRUCache } from 'lru-cache'
import { hostMost, hostShape, type OwnSource } from '#contract/reads.ts'

/** The mark in the links of our emails and feeds, the same for everyone. */
const mark = /[?&]from=(newsletter|feed)(?:&|$)/
/** Names that mean something else on every network, or nothing; who reads there is nobody's business. */
const notPublic = /\.(?:localhost|local|internal|lan|home|corp|arpa|invalid|test|onion)$/
/** A longer one is cut by its browser, or made up. */
const longestReferrer = 4_096

export function isHost(source: string): boolean {
  return source.includes('.')
}

/** Finds where a read came from: by the mark in its address, else by the page that its browser names (Referer). */
export class ReadSources {
  /** E.g. `https://bytewise.example/`. */
  readonly #home: string
  /** The sources of hosts, as they were written: readers come from the same few again and again. */
  readonly #known = new LRUCache<string, string>({ max: 2_000 })

  constructor(publicUrl: string) {
    this.#home = `${new URL(publicUrl).origin}/`
  }

  /** @param url the requested address with its query, as it was written. */
  find(referrer: string | undefined, url: string): OwnSource | (string & {}) {
    const marked = url && mark.exec(url)?.[1]
    if (marked) return marked
    if (!referrer) return 'direct'
    if (referrer.startsWith(this.#home)) return ownPage(referrer, this.#home.length)
    if (referrer.length > longestReferrer) return 'others'
    return this.#sourceOfHost(referrer)
  }

  #sourceOfHost(referrer: string): string {
    const begin = referrer.startsWith('https://') ? 8 : referrer.startsWith('http://') ? 7 : 0
    if (begin === 0) return 'others'
    const slash = referrer.indexOf('/', begin)
    const written = referrer.slice(begin, slash < 0 ? undefined : slash)
    if (written.length > hostMost + 'www.'.length) return 'others'
    const known = this.#known.get(written)
    if (known !== undefined) return known
    const host = written.toLowerCase().replace(/^www\./, '')
    const source = hostShape.test(host) && host.length <= hostMost && !notPublic.test(host) ? host : 'others'
    this.#known.set(written, source)
    return source
  }
}

/** Which page of ours, by its path from `begin` on. */
function ownPage(referrer: string, begin: number): OwnSource {
  const rest = referrer.charAt(begin)
  if (rest === '' || rest === '?' || rest === '#') return 'front_page'
  return /^search(?:[?#]|$)/.test(referrer.slice(begin, begin + 'search?'.length)) ? 'search' : 'site'
}
