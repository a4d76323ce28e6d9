import type { OutgoingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { problemBody } from '#contract/problems.ts'
import { tagHeader } from '#contract/tags.ts'
import { hashOf, withStartData } from '#lib/renderer/start-data.ts'
import type { Order, Rendered, Report } from '#lib/renderer/wire.ts'
import { closedPolicy, securityHeaders } from '#lib/security-headers.ts'
import type { TagHeader } from '#runtime/shared-cache.ts'
import type { PublicPath } from '../addresses.ts'
import { makePage, type Page } from '../store/page.ts'
import { NoRenderer, RendererLost } from './ask-renderer.ts'

export type PageRendererOptions = {
  /** Asks a renderer for an answer that is the same for everyone. */
  ask: (url: string, order: Order) => Promise<Rendered>
  publicUrl: string
  /** `PageStore.settingsMark`. */
  settingsMark: () => number
  /** The whole page to show if making one failed or was refused; by default a renderer makes it. */
  failurePage?: (status: FailureStatus) => Promise<FailurePage>
  onFailure: (url: string, cause: unknown) => void
  /** A shared cache in front that drops pages by their tags, if there is one. */
  sharedCache?: { seconds: number; tags: TagHeader } | undefined
}

export type Made = {
  page: Page
  keepable: boolean
  /** React's start data, to be kept beside the page; `inPage` makes the page that has them in itself. */
  startData?: { key: string; page: Page; inPage: () => Page }
}

/** The address of start data, without the page that they belong to; their cache key. */
export const startDataPath = '/start-data/'

/** For whom something is made: the id of the answer, and the client that asks. */
export type Asker = Pick<Order, 'requestId' | 'clientAddress'>

/** None of our addresses is longer; a longer one was made up and is not kept. */
const longestKey = 512
const mostRefusals = 256
const refusalMs = 60_000
const briefSeconds = 5

/** Has public pages made, the same for every reader, and says whether they may be kept. */
export class PageRenderer {
  readonly #options: PageRendererOptions
  readonly #failurePage: (status: FailureStatus) => Promise<FailurePage>
  readonly #https: boolean
  readonly #modified = new LastModified()
  readonly #refusals = new LRUCache<string, Page>({ max: mostRefusals, ttl: refusalMs })

  constructor(options: PageRendererOptions) {
    this.#options = options
    this.#failurePage = options.failurePage ?? createFailurePages(options.ask, options.settingsMark)
    this.#https = options.publicUrl.startsWith('https:')
  }

  async render(path: PublicPath, asker: Asker): Promise<Made> {
    try {
      const scripts = path.needsScripts ? 'painted' : 'touched'
      const rendered = await this.#options.ask(path.key, {
        ...asker,
        kind: 'shared',
        scripts,
        settingsMark: this.#options.settingsMark(),
      })
      return this.#finish(path, rendered, asker)
    } catch (cause) {
      this.#options.onFailure(path.key, cause)
      // Lost with its renderers, it may well be made in a moment.
      const status = cause instanceof NoRenderer || cause instanceof RendererLost ? 503 : 500
      return { page: await this.refused(path.key, status, asker), keepable: false }
    }
  }

  #finish(path: PublicPath, rendered: Rendered, { requestId }: Asker): Made {
    const { status, report } = rendered
    if (report.movedTo) {
      const headers = { location: report.movedTo, 'content-security-policy': closedPolicy, ...this.#keepable(report) }
      return { page: this.#page(308, headers, Buffer.alloc(0), { ...report, requestId }), keepable: true }
    }
    const keepable = isKeepable(path, rendered)
    // A shared cache does not ask us who comes: a page that is a 404 for strangers may exist for its author.
    const shareable = keepable && status !== 404
    const headers: OutgoingHttpHeaders = {
      'content-security-policy': closedPolicy,
      ...kept(rendered.headers),
      ...this.#caching(path, rendered, shareable),
      ...(report.retryAfterSeconds && { 'retry-after': String(report.retryAfterSeconds) }),
      ...(isPage(rendered) && { 'speculation-rules': speculationRules }),
    }
    const dated = shareable && status === 200 ? path.key : undefined
    const page = (body: Buffer) => this.#page(status, headers, body, { ...report, requestId }, dated)
    const { body, startData } = rendered
    if (!startData) return { page: page(body), keepable }
    const inPage = () => page(withStartData(body, startData))
    if (!keepable) return { page: inPage(), keepable }
    const beside = this.#page(200, startDataHeaders, startData, { requestId })
    const startHash = hashOf(startData)
    return {
      page: { ...page(body), startHash },
      keepable,
      startData: { key: startDataPath + startHash, page: beside, inPage },
    }
  }

  /** `dated`: the address of an answer that says when it last changed. */
  #page(
    status: number,
    headers: OutgoingHttpHeaders,
    body: Buffer,
    { tags = [], isUntagged, endsAt, requestId }: Partial<Report> & Pick<Asker, 'requestId'>,
    dated?: string,
  ): Page {
    const whole = { ...securityHeaders({ https: this.#https }), ...headers, 'x-request-id': requestId }
    const modifiedAt = dated === undefined ? undefined : (etag: string) => this.#modified.of(dated, etag)
    return makePage({ status, body, headers: whole, tags: new Set(tags), isUntagged, endsAt }, modifiedAt)
  }

  #caching(path: PublicPath, { status, headers, report }: Rendered, shareable: boolean): OutgoingHttpHeaders {
    if (path.kind === 'asset' && status === 200)
      return { 'cache-control': String(headers['cache-control'] ?? 'public, max-age=86400') }
    return shareable ? this.#keepable(report, path.sharedSeconds) : { 'cache-control': 'no-store' }
  }

  /**
   * Browsers ask every time (a 304 costs next to nothing). A shared cache in front may answer for five seconds or what
   * the address says, or for as long as configured if it hears of every write. It alone may then show the old page again
   * (RFC 9213): a browser would obey `stale-while-revalidate` too, and answer scripts with old content.
   */
  #keepable(
    { tags, isUntagged, endsAt = Number.POSITIVE_INFINITY }: Report,
    unheardSeconds = briefSeconds,
  ): OutgoingHttpHeaders {
    const { sharedCache } = this.#options
    const named = sharedCache && !isUntagged ? tagHeader(tags, sharedCache.tags.most) : undefined
    const seconds = Math.min(
      sharedCache && named ? sharedCache.seconds : unheardSeconds,
      Math.max(0, Math.floor((endsAt - Date.now()) / 1000)),
    )
    return {
      'cache-control': `public, max-age=0, s-maxage=${seconds}`,
      'cdn-cache-control': `max-age=${seconds}, stale-while-revalidate=60`,
      ...(sharedCache && named && { [sharedCache.tags.name]: named.replaceAll(',', sharedCache.tags.divider) }),
    }
  }

  /** An answer that costs no render: a problem for a program's call, else a whole page. Made once for each delay. */
  async refused(key: string, status: FailureStatus, { requestId }: Asker, seconds = 5): Promise<Page> {
    const isCall = key.startsWith('/api/')
    const refusal = `${status} ${seconds} ${isCall} ${this.#options.settingsMark()}`
    const known = this.#refusals.get(refusal)
    if (known) return known
    const { code, detail } = refusals[status]
    const problem = { body: Buffer.from(JSON.stringify(problemBody(code, detail, requestId))), policy: closedPolicy }
    const { body, policy } = isCall ? problem : await this.#failurePage(status)
    const headers = {
      'cache-control': 'no-store',
      'retry-after': String(seconds),
      'content-type': isCall ? 'application/problem+json' : 'text/html; charset=utf-8',
      'content-security-policy': policy,
    }
    const page = this.#page(status, headers, body, { requestId })
    this.#refusals.set(refusal, page)
    return page
  }
}

/** Their address names what is in them: they never change. */
const startDataHeaders = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': closedPolicy,
}

/** The links that a browser may prefetch. In a header: an inline script with the rules would need its own hash. */
const speculationRules = '"/speculation-rules.json"'

const refusals = {
  429: { page: '/refused/429', code: 'too_many_requests', detail: 'Too many requests. Please try again later.' },
  500: { page: '/uncaught-error', code: 'internal', detail: 'Something went wrong.' },
  503: {
    page: '/refused/503',
    code: 'unavailable',
    detail: 'We are too busy right now. Please try again in a moment.',
  },
} as const

/** Pages made from their address alone: broken on our side, refused to a client, or too busy. */
export type FailureStatus = keyof typeof refusals

/** A whole page and its Content-Security-Policy. */
export type FailurePage = { body: Buffer; policy: string }

const lastResort =
  '<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Something went wrong</title><main><h1>Something went wrong</h1><p>Please try again in a moment.</p></main></html>'

/**
 * The whole pages to send if making one failed or was refused, made once each: a failure must not cost a render.
 * If Next cannot make even these, a plain page is sent, and the next failure tries again.
 */
export function createFailurePages(
  ask: PageRendererOptions['ask'],
  settingsMark: () => number,
): (status: FailureStatus) => Promise<FailurePage> {
  const made = new Map<FailureStatus, { mark: number; page: Promise<FailurePage> }>()
  return async (status) => {
    const mark = settingsMark()
    const known = made.get(status)
    const last = known?.mark === mark ? known : { mark, page: make(ask, refusals[status].page, mark) }
    made.set(status, last)
    const plain = { body: Buffer.from(lastResort), policy: closedPolicy }
    try {
      return await last.page
    } catch {
      if (made.get(status) === last) made.delete(status)
      if (!known || known === last) return plain
      // The page by earlier settings is better than none.
      made.set(status, known)
      return known.page.catch(() => plain)
    }
  }
}

async function make(ask: PageRendererOptions['ask'], path: string, settingsMark: number): Promise<FailurePage> {
  const order = { requestId: '', clientAddress: '', kind: 'shared', settingsMark } as const
  const { status, headers, body, startData } = await ask(path, order)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  const policy = String(headers['content-security-policy'])
  return { body: startData ? withStartData(body, startData) : body, policy }
}

function isPage({ headers }: Rendered): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/html')
}

function isKeepable(path: PublicPath, { status, headers, report }: Rendered): boolean {
  if (!path.keep || path.key.length > longestKey || headers['set-cookie'] !== undefined) return false
  if (path.kind === 'asset') return status === 200
  if (report.tags.length === 0 && !report.isUntagged) return false
  if (status === 404) return path.keepMissing
  return status === 200 || status === 301 || status === 308
}

const droppedHeaders =
  /^(?:x-nextjs-|x-powered-by$|vary$|etag$|last-modified$|content-length$|transfer-encoding$|connection$|keep-alive$|date$|set-cookie$|cache-control$)/

function kept(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedHeaders.test(name)))
}

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
