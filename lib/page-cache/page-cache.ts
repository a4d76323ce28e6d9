import { randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { type Captured, capture, type Handle } from './captured-response.ts'
import { makePage, type Page } from './page.ts'
import { PageStore } from './page-store.ts'
import type { PublicPath } from './public-paths.ts'
import { type RenderContext, runWithRenderContext } from './render-context.ts'
import { closedPolicy, contentSecurityPolicy, inlineScriptHashes, securityHeaders } from './security-headers.ts'

export type PageCacheOptions = {
  handle: Handle
  /** The only host name that pages are made for. */
  publicUrl: string
  mostBytes: number
  /** How long a page is kept while every write is heard of; milliseconds. */
  keepMs: number
  /** How long a page is shown without asking again while writes cannot be heard of; milliseconds. */
  keepUnheardMs: number
  /** The whole page to show where making one failed; read once. */
  failurePage: () => Promise<string>
  onFailure: (url: string, cause: unknown) => void
}

export type PageOutcome = 'hit' | 'stale' | 'miss'

const mostTries = 3
/** Renders at once before further ones are refused: a queue longer than this would only time out. */
const mostRenders = 256
// Browsers ask every time (a 304 costs next to nothing); a shared cache in front may answer for five seconds.
const pageCacheControl = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60'

/** Makes public pages through Next, keeps them, and makes them anew when something they show has changed. */
export class PageCache {
  readonly store: PageStore
  /** Whether the change feed is connected: only then is a kept page known to be fresh. */
  hearsWrites = false
  readonly outcomes: Record<PageOutcome, number> = { hit: 0, stale: 0, miss: 0 }
  readonly #options: PageCacheOptions
  readonly #https: boolean
  readonly #host: string
  readonly #fills = new Map<string, { mark: number; page: Promise<Page> }>()
  #renders = 0

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#https = options.publicUrl.startsWith('https:')
    this.#host = new URL(options.publicUrl).host
    this.store = new PageStore(options.mostBytes)
  }

  /** The page that can be sent at once, if there is one; the hot path of the whole site. */
  ready(key: string): Page | undefined {
    const page = this.store.get(key)
    if (!page) return undefined
    const age = Date.now() - page.madeAt
    if (age < (this.hearsWrites ? this.#options.keepMs : this.#options.keepUnheardMs)) {
      this.outcomes.hit++
      return page
    }
    if (this.hearsWrites) return undefined
    // The product API is out of reach: go on with what there is, and look once whether it is back.
    this.outcomes.stale++
    if (!this.#fills.has(key)) void this.make({ key, kind: 'page', keep: true }, '').catch(() => undefined)
    return page
  }

  /** Makes the page, once for everybody who waits for it. */
  async make(path: PublicPath, clientAddress: string): Promise<Page> {
    this.outcomes.miss++
    if (!path.keep) return (await this.#render(path, clientAddress)).page
    const mark = this.store.mark()
    const running = this.#fills.get(path.key)
    if (running) {
      const page = await running.page
      // Begun before this reader asked, and something it shows was written since: that reader must see the write.
      if (!this.store.overtaken(mark, page.tags)) return page
    }
    const fill = { mark, page: this.#fill(path, clientAddress) }
    this.#fills.set(path.key, fill)
    try {
      return await fill.page
    } finally {
      if (this.#fills.get(path.key) === fill) this.#fills.delete(path.key)
    }
  }

  async #fill(path: PublicPath, clientAddress: string): Promise<Page> {
    for (let tries = 1; ; tries++) {
      const mark = this.store.mark()
      const { page, keepable } = await this.#render(path, clientAddress)
      if (page.status >= 500) return this.store.get(path.key) ?? page
      const overtaken = this.store.overtaken(mark, page.tags)
      if (keepable && !overtaken) this.store.set(path.key, page)
      if (!overtaken || tries === mostTries) return page
    }
  }

  async #render(path: PublicPath, clientAddress: string): Promise<{ page: Page; keepable: boolean }> {
    const context: RenderContext = { requestId: randomUUID(), clientAddress, tags: new Set() }
    if (this.#renders >= mostRenders) {
      context.status = 503
      return { page: await this.#failed(context), keepable: false }
    }
    this.#renders++
    try {
      // Nothing of the reader goes in: no cookie, no language, no agent. The page is the same for everybody.
      const headers = { host: this.#host, accept: '*/*', 'x-forwarded-proto': this.#https ? 'https' : 'http' }
      const captured = await runWithRenderContext(context, () => capture(this.#options.handle, path.key, headers))
      return await this.#finish(path, captured, context)
    } catch (cause) {
      this.#options.onFailure(path.key, cause)
      return { page: await this.#failed(context), keepable: false }
    } finally {
      this.#renders--
    }
  }

  async #finish(
    path: PublicPath,
    captured: Captured,
    context: RenderContext,
  ): Promise<{ page: Page; keepable: boolean }> {
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
    if (html && captured.status >= 500) return { page: await this.#failed(context), keepable: false }

    const status = context.status ?? captured.status
    const complete = status === 200 || status === 404 || status === 301 || status === 308
    const keepable =
      path.keep &&
      complete &&
      captured.headers['set-cookie'] === undefined &&
      (path.kind === 'asset' ? status === 200 : context.tags.size > 0)
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

  async #failed(context: RenderContext): Promise<Page> {
    const html = await this.#options.failurePage()
    const csp = contentSecurityPolicy(inlineScriptHashes(html), { https: this.#https })
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': csp,
      'retry-after': '5',
    }
    return this.#page(context.status ?? 500, headers, Buffer.from(html), context)
  }
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
