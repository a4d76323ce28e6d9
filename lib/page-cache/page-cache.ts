import type { IncomingMessage, ServerResponse } from 'node:http'
import { lowerCasePath, mayHaveSession, type PublicPath, privateArticlePath, publicPath } from './addresses.ts'
import { pageAt } from './pages.ts'
import { askForShared, type Renderers } from './render/ask-renderer.ts'
import { createUncachedRenderer } from './render/render-uncached.ts'
import { type Page, sendPage } from './store/page.ts'
import { askerFor, ReadThroughCache, type ReadThroughCacheOptions } from './store/read-through-cache.ts'

export { NoRenderer, type Renderer, RendererLost, type Renderers } from './render/ask-renderer.ts'

export type PageCacheOptions = Omit<ReadThroughCacheOptions, 'ask'> & {
  renderers: Renderers
  /** Next's development server: nothing is cached. */
  isDev: boolean
  /** A page that is the same for everyone was sent; `key` is its cache key. */
  onSent: (request: IncomingMessage, key: string, status: number) => void
}

/** The findings of `sendCached` about an address, for `answer`. */
type LookUp = { path?: PublicPath | undefined; page?: Page | undefined }

/** A request as it is logged: its address, its client's, and, once it is answered, the id of the answer. */
export type Exchange = { url: string; address: string; requestId?: unknown }

/**
 * Answers requests through the renderers: pages that are the same for everyone are rendered once and kept in memory until
 * something that they show changes; the others are rendered for each reader.
 */
export class PageCache extends ReadThroughCache {
  readonly #options: PageCacheOptions
  readonly #uncached: ReturnType<typeof createUncachedRenderer>

  constructor(options: PageCacheOptions) {
    super({ ...options, ask: (url, order) => askForShared(options.renderers, url, order) })
    this.#options = options
    this.#uncached = createUncachedRenderer(this, options)
  }

  /**
   * Sends the cached page, if there is one and it is the same for this reader; the hot path of the whole site.
   * @returns undefined if it was sent; else the argument for `answer`.
   */
  sendCached(request: IncomingMessage, response: ServerResponse, url: string): LookUp | undefined {
    if (!isRead(request)) return {}
    // Most addresses are the very key that their page is cached under.
    const page = this.ready(url)
    if (page && isForAll(request, page, url)) return this.#send(request, response, page, url)
    const path = this.#options.isDev ? undefined : publicPath(url)
    const known = page || (path?.keep && path.key !== url ? this.ready(path.key) : undefined)
    if (known && path && isForAll(request, known, path.key)) return this.#send(request, response, known, path.key)
    return { path, page: known }
  }

  /**
   * Renders the answer, and caches it if it is the same for everyone.
   * @param exchange gets the id of the answer
   */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    { path, page: known }: LookUp,
    exchange: Exchange,
  ): Promise<void> {
    const { isDev } = this.#options
    const { url, address } = exchange
    if (isRead(request) && (await this.#sendStartData(request, response, url, address))) return
    const isRoute = path !== undefined || isDev || pageAt(withoutQuery(url)) !== undefined
    if (!isRoute && isRead(request) && redirectToLowerCase(response, url)) return

    const asker = askerFor(address)
    exchange.requestId = asker.requestId
    if (!path) {
      await this.#uncached.renderUncached(request, response, asker)
      return
    }
    const page = known ?? (await this.make(path, address))
    if (page.status === 404 && redirectToLowerCase(response, url)) return
    const privateView = privateViewOf(request, page, path.key)
    if (privateView) {
      await this.#uncached.renderPrivateView(request, response, { url: privateView, publicPage: page, asker })
      return
    }
    // A call has two views as well: the BFF asks again for a request with a session.
    if (page.status === 404 && path.key.startsWith('/api/') && mayHaveSession(request.headers.cookie)) {
      await this.#uncached.renderUncached(request, response, asker)
      return
    }
    exchange.requestId = page.headers['x-request-id']
    this.#send(request, response, page, path.key)
  }

  /** The key and status of the page that a stranger gets at this address now; undefined if it is not a public one. */
  async lookUpStatus(url: string, client: string): Promise<{ key: string; status: number } | undefined> {
    const path = publicPath(url)
    if (!path) return undefined
    const { status } = this.ready(path.key) ?? (await this.make(path, client))
    return { key: path.key, status }
  }

  /** @returns false for other addresses. */
  async #sendStartData(request: IncomingMessage, response: ServerResponse, url: string, client: string) {
    const [, hash, query] = startDataUrl.exec(url) ?? []
    if (!hash) return false
    const path = publicPath(new URLSearchParams(query).get('page') ?? '')
    const data = path && (await this.startData(hash, path, client))
    if (data) sendPage(request, response, data)
    else response.writeHead(404, { 'cache-control': 'no-store', 'content-length': 0 }).end()
    return true
  }

  #send(request: IncomingMessage, response: ServerResponse, page: Page, key: string): undefined {
    sendPage(request, response, page)
    this.#options.onSent(request, key, page.status)
  }
}

const startDataUrl = /^\/start-data\/([\w-]{22})\?(.*)$/

/** Nearly every page exists: only a missing one needs a second look. */
function isForAll(request: IncomingMessage, page: Page, key: string): boolean {
  return page.status !== 404 || !(privateViewOf(request, page, key) || lowerCasePath(withoutQuery(key)))
}

/** Redirects from a missing address with capitals to the one that was meant. */
function redirectToLowerCase(response: ServerResponse, url: string): boolean {
  const path = withoutQuery(url)
  const meant = lowerCasePath(path)
  if (meant === undefined) return false
  response.writeHead(308, { location: meant + url.slice(path.length), 'cache-control': 'no-store' }).end()
  return true
}

function privateViewOf(request: IncomingMessage, page: Page, key: string): string | undefined {
  return page.status === 404 ? privateArticlePath(key, request.headers.cookie) : undefined
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? ''
}
