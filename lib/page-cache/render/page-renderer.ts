import type { OutgoingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { problemBody } from '#contract/problems.ts'
import { cacheTagHeader, tagHeader } from '#contract/tags.ts'
import { closedPolicy, contentSecurityPolicy, inlineScriptHashes, securityHeaders } from '#lib/security-headers.ts'
import type { PublicPath } from '../addresses.ts'
import { fillPlaceholders } from '../html-placeholders.ts'
import { type RenderContext, runWithRenderContext } from '../render-context.ts'
import { makePage, type Page } from '../store/page.ts'
import { type Captured, capture, type Handle } from './capture-response.ts'
import { withDeferredScripts } from './defer-scripts.ts'

export type PageRendererOptions = {
  handle: Handle
  /** The only host name that pages are made for. */
  publicUrl: string
  /** The whole page to show if making one failed or was refused; by default Next makes it. */
  failurePage?: (status: FailureStatus) => Promise<string>
  onFailure: (url: string, cause: unknown) => void
  /** For how many seconds a shared cache may keep a page that it drops by its tags; 0 if there is no such cache. */
  sharedCacheSeconds: number
}

export type Made = { page: Page; keepable: boolean }

/** None of our addresses is longer; a longer one was made up and is not kept. */
const longestKey = 512
const mostRefusals = 256
const refusalMs = 60_000
const briefSeconds = 5

/** Makes public pages through Next, the same for every reader, and says whether they may be kept. */
export class PageRenderer {
  readonly #options: PageRendererOptions
  readonly #failurePage: (status: FailureStatus) => Promise<string>
  readonly #https: boolean
  readonly #host: string
  readonly #modified = new LastModified()
  readonly #refusals = new LRUCache<string, Page>({ max: mostRefusals, ttl: refusalMs })

  constructor(options: PageRendererOptions) {
    this.#options = options
    this.#failurePage = options.failurePage ?? createFailurePages(options.handle)
    this.#https = options.publicUrl.startsWith('https:')
    this.#host = new URL(options.publicUrl).host
  }

  async render(path: PublicPath, context: RenderContext): Promise<Made> {
    try {
      // No data of the reader goes in: no cookie, no language, no agent. The page is the same for everyone.
      const headers = { host: this.#host, accept: '*/*', 'x-forwarded-proto': this.#https ? 'https' : 'http' }
      context.placeholders = []
      context.url = path.key
      const captured = await runWithRenderContext(context, () => capture(this.#options.handle, path.key, headers))
      return await this.#finish(path, captured, context)
    } catch (cause) {
      this.#options.onFailure(path.key, cause)
      return { page: await this.refused(path.key, 500, context), keepable: false }
    }
  }

  async #finish(path: PublicPath, captured: Captured, context: RenderContext): Promise<Made> {
    if (context.movedTo) {
      const headers = { location: context.movedTo, 'content-security-policy': closedPolicy, ...this.#keepable(context) }
      return { page: this.#page(308, headers, Buffer.alloc(0), context), keepable: true }
    }
    const type = String(captured.headers['content-type'] ?? '')
    const html = type.startsWith('text/html')
    if (html && captured.status >= 500) return { page: await this.refused(path.key, 500, context), keepable: false }

    const status = context.status ?? captured.status
    const keepable = isKeepable(path, status, captured, context)
    // A shared cache does not ask us who comes: a page that is a 404 for strangers may exist for its author.
    const shareable = keepable && status !== 404
    const made = html ? withDeferredScripts(captured.body.toString(), path.needsScripts ? 'painted' : 'touched') : ''
    const headers: OutgoingHttpHeaders = {
      ...kept(captured.headers),
      ...this.#caching(path, captured, context, shareable),
      ...(context.retryAfterSeconds && { 'retry-after': String(context.retryAfterSeconds) }),
      ...(html && { 'speculation-rules': speculationRules }),
      // From React's output alone: a script in the HTML that was set aside must have no hash.
      'content-security-policy': html ? this.#policyOf(made) : closedPolicy,
    }
    const { placeholders = [] } = context
    const body = html ? Buffer.from(fillPlaceholders(made, placeholders)) : captured.body
    const page = this.#page(status, headers, body, context, shareable && status === 200 ? path.key : undefined)
    return { page, keepable }
  }

  /** `dated`: the address of an answer that says when it last changed. */
  #page(status: number, headers: OutgoingHttpHeaders, body: Buffer, context: RenderContext, dated?: string): Page {
    const { tags, isUntagged, endsAt, requestId } = context
    const whole = { ...securityHeaders({ https: this.#https }), ...headers, 'x-request-id': requestId }
    const modifiedAt = dated === undefined ? undefined : (etag: string) => this.#modified.of(dated, etag)
    return makePage({ status, body, headers: whole, tags, isUntagged, endsAt }, modifiedAt)
  }

  #caching(path: PublicPath, captured: Captured, context: RenderContext, shareable: boolean): OutgoingHttpHeaders {
    if (path.kind === 'asset' && captured.status === 200)
      return { 'cache-control': String(captured.headers['cache-control'] ?? 'public, max-age=86400') }
    return shareable ? this.#keepable(context, path.sharedSeconds) : { 'cache-control': 'no-store' }
  }

  /**
   * Browsers ask every time (a 304 costs next to nothing). A shared cache in front may answer for five seconds or what
   * the address says, or for as long as configured if it hears of every write. It alone may then show the old page again
   * (RFC 9213): a browser would obey `stale-while-revalidate` too, and answer scripts with old content.
   */
  #keepable(
    { tags, isUntagged, endsAt = Number.POSITIVE_INFINITY }: RenderContext,
    unheardSeconds = briefSeconds,
  ): OutgoingHttpHeaders {
    const named = this.#options.sharedCacheSeconds > 0 && !isUntagged ? tagHeader(tags) : undefined
    const seconds = Math.min(
      named ? this.#options.sharedCacheSeconds : unheardSeconds,
      Math.max(0, Math.floor((endsAt - Date.now()) / 1000)),
    )
    return {
      'cache-control': `public, max-age=0, s-maxage=${seconds}`,
      'cdn-cache-control': `max-age=${seconds}, stale-while-revalidate=60`,
      ...(named && { [cacheTagHeader]: named }),
    }
  }

  /** An answer that costs no render: a problem for a program's call, else a whole page. Made once for each delay. */
  async refused(key: string, status: FailureStatus, context: RenderContext): Promise<Page> {
    const seconds = context.retryAfterSeconds ?? 5
    const isCall = key.startsWith('/api/')
    const refusal = `${status} ${seconds} ${isCall}`
    const known = this.#refusals.get(refusal)
    if (known) return known
    const { code, detail } = refusals[status]
    const body = isCall ? JSON.stringify(problemBody(code, detail, context.requestId)) : await this.#failurePage(status)
    const headers = {
      'cache-control': 'no-store',
      'retry-after': String(seconds),
      'content-type': isCall ? 'application/problem+json' : 'text/html; charset=utf-8',
      'content-security-policy': isCall ? closedPolicy : this.#policyOf(body),
    }
    const page = this.#page(status, headers, Buffer.from(body), context)
    this.#refusals.set(refusal, page)
    return page
  }

  #policyOf(html: string): string {
    return contentSecurityPolicy(inlineScriptHashes(html), { https: this.#https })
  }
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

const lastResort =
  '<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Something went wrong</title><main><h1>Something went wrong</h1><p>Please try again in a moment.</p></main></html>'

/**
 * The whole pages to send if making one failed or was refused, made once each: a failure must not cost a render.
 * If Next cannot make even these, a plain page is sent, and the next failure tries again.
 */
export function createFailurePages(handle: Handle): (status: FailureStatus) => Promise<string> {
  const made = new Map<FailureStatus, Promise<string>>()
  return async (status) => {
    const page = made.get(status) ?? make(handle, refusals[status].page)
    made.set(status, page)
    try {
      return await page
    } catch {
      if (made.get(status) === page) made.delete(status)
      return lastResort
    }
  }
}

async function make(handle: Handle, path: string): Promise<string> {
  const { status, body } = await capture(handle, path, { host: 'localhost' })
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return body.toString()
}

function isKeepable(path: PublicPath, status: number, captured: Captured, context: RenderContext): boolean {
  if (!path.keep || path.key.length > longestKey || captured.headers['set-cookie'] !== undefined) return false
  if (path.kind === 'asset') return status === 200
  if (context.tags.size === 0 && !context.isUntagged) return false
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
