import type { OutgoingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { problemBody } from '#contract/problems.ts'
import { type Captured, capture, type Handle } from './captured-response.ts'
import type { FailureStatus } from './failure-pages.ts'
import { makePage, type Page } from './page.ts'
import type { PublicPath } from './public-paths.ts'
import { type RenderContext, runWithRenderContext } from './render-context.ts'
import { closedPolicy, contentSecurityPolicy, inlineScriptHashes, securityHeaders } from './security-headers.ts'

export type PageMakerOptions = {
  handle: Handle
  /** The only host name that pages are made for. */
  publicUrl: string
  /** The whole page to show where making one failed or was refused. */
  failurePage: (status: FailureStatus) => Promise<string>
  onFailure: (url: string, cause: unknown) => void
}

export type Made = { page: Page; keepable: boolean }

/** No address of ours is longer; one that is was made up and is not kept. */
const longestKey = 512
const mostRefusals = 256
const refusalMs = 60_000
// Browsers ask every time (a 304 costs next to nothing); a shared cache in front may answer for five seconds.
const pageCacheControl = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60'

/** Makes public pages through Next, the same for every reader, and says whether they may be kept. */
export class PageMaker {
  readonly #options: PageMakerOptions
  readonly #https: boolean
  readonly #host: string
  readonly #refusals = new LRUCache<string, Page>({ max: mostRefusals, ttl: refusalMs })

  constructor(options: PageMakerOptions) {
    this.#options = options
    this.#https = options.publicUrl.startsWith('https:')
    this.#host = new URL(options.publicUrl).host
  }

  async render(path: PublicPath, context: RenderContext): Promise<Made> {
    try {
      // Nothing of the reader goes in: no cookie, no language, no agent. The page is the same for everybody.
      const headers = { host: this.#host, accept: '*/*', 'x-forwarded-proto': this.#https ? 'https' : 'http' }
      const captured = await runWithRenderContext(context, () => capture(this.#options.handle, path.key, headers))
      return await this.#finish(path, captured, context)
    } catch (cause) {
      this.#options.onFailure(path.key, cause)
      return { page: await this.refused(path, 500, context), keepable: false }
    }
  }

  async #finish(path: PublicPath, captured: Captured, context: RenderContext): Promise<Made> {
    if (context.movedTo) {
      const page = this.#page(
        308,
        { location: context.movedTo, 'cache-control': pageCacheControl, 'content-security-policy': closedPolicy },
        Buffer.alloc(0),
        context,
      )
      return { page, keepable: true }
    }
    const type = String(captured.headers['content-type'] ?? '')
    const html = type.startsWith('text/html')
    if (html && captured.status >= 500) return { page: await this.refused(path, 500, context), keepable: false }

    const status = context.status ?? captured.status
    const keepable = isKeepable(path, status, captured, context)
    const headers: OutgoingHttpHeaders = {
      ...kept(captured.headers),
      'cache-control': cacheControl(path, captured, keepable),
      ...(context.retryAfterSeconds && { 'retry-after': String(context.retryAfterSeconds) }),
      'content-security-policy': html
        ? contentSecurityPolicy(inlineScriptHashes(captured.body.toString()), { https: this.#https })
        : closedPolicy,
    }
    return { page: this.#page(status, headers, captured.body, context), keepable }
  }

  #page(status: number, headers: OutgoingHttpHeaders, body: Buffer, context: RenderContext): Page {
    return makePage({
      status,
      body,
      headers: { ...securityHeaders({ https: this.#https }), ...headers, 'x-request-id': context.requestId },
      tags: context.tags,
    })
  }

  /** An answer that costs no render: a problem to a program's call, else a whole page. Made once for each time to wait. */
  async refused({ key }: { key: string }, status: FailureStatus, context: RenderContext): Promise<Page> {
    const seconds = context.retryAfterSeconds ?? 5
    const isCall = key.startsWith('/api/')
    const known = this.#refusals.get(`${status} ${seconds} ${isCall}`)
    if (known) return known
    const page = isCall ? this.#problem(status, seconds, context) : await this.#failurePage(status, seconds, context)
    this.#refusals.set(`${status} ${seconds} ${isCall}`, page)
    return page
  }

  #problem(status: FailureStatus, seconds: number, context: RenderContext): Page {
    const [code, detail] = refusals[status]
    const headers = {
      'cache-control': 'no-store',
      'retry-after': String(seconds),
      'content-type': 'application/problem+json',
      'content-security-policy': closedPolicy,
    }
    return this.#page(
      status,
      headers,
      Buffer.from(JSON.stringify(problemBody(code, detail, context.requestId))),
      context,
    )
  }

  async #failurePage(status: FailureStatus, seconds: number, context: RenderContext): Promise<Page> {
    const html = await this.#options.failurePage(status)
    const headers = {
      'cache-control': 'no-store',
      'retry-after': String(seconds),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(inlineScriptHashes(html), { https: this.#https }),
    }
    return this.#page(status, headers, Buffer.from(html), context)
  }
}

const refusals = {
  429: ['too_many_requests', 'Too many requests. Please try again later.'],
  500: ['internal', 'Something went wrong.'],
  503: ['unavailable', 'We are too busy right now. Please try again in a moment.'],
} as const

function isKeepable(path: PublicPath, status: number, captured: Captured, context: RenderContext): boolean {
  if (!path.keep || path.key.length > longestKey || captured.headers['set-cookie'] !== undefined) return false
  if (path.kind === 'asset') return status === 200
  if (context.tags.size === 0) return false
  if (status === 404) return path.keepMissing
  return status === 200 || status === 301 || status === 308
}

const droppedHeaders =
  /^(?:x-nextjs-|x-powered-by$|vary$|etag$|content-length$|transfer-encoding$|connection$|keep-alive$|date$|set-cookie$|cache-control$)/

function kept(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedHeaders.test(name)))
}

function cacheControl(path: PublicPath, captured: Captured, keepable: boolean): string {
  if (path.kind === 'asset' && captured.status === 200)
    return String(captured.headers['cache-control'] ?? 'public, max-age=86400')
  return keepable ? pageCacheControl : 'no-store'
}
