import type { IncomingMessage, ServerResponse } from 'node:http'
import { privateArticlePath, publicPath } from '../addresses.ts'
import { pageAt } from '../pages.ts'
import { type Page, sendPage } from '../store/page.ts'
import type { ReadThroughCache } from '../store/read-through-cache.ts'
import { NoRenderer, passOn, RendererLost, type Renderers } from './ask-renderer.ts'
import type { Asker } from './page-renderer.ts'
import { TooBusy } from './render-queue.ts'

type Options = { renderers: Renderers; isDev: boolean; onFailure: (url: string, cause: unknown) => void }

/** Passes on what is made for one reader and never cached, and the renderers' answers, both unread. */
export function createUncachedRenderer(cache: ReadThroughCache, { renderers, isDev, onFailure }: Options) {
  /** Answers that may differ from reader to reader: pages, and calls of the BFF. */
  async function renderUncached(request: IncomingMessage, response: ServerResponse, asker: Asker): Promise<void> {
    const { url = '/', method } = request
    const isPage = !isDev && !url.startsWith('/api/') && (method === 'GET' || method === 'HEAD')
    const headers = { 'x-request-id': asker.requestId }
    if (isPage) {
      const scripts = pageAt(url.replace(/\?.*/s, ''))?.needsScripts && 'painted'
      const order = { ...asker, kind: 'private', scripts, settingsMark: cache.store.settingsMark } as const
      await inTurn(request, response, asker, () => passOn(renderers, request, response, { url, order, headers }))
      return
    }
    const { settingsMark } = cache.store
    const privateUrl = isDev ? privateUrlOf(request) : undefined
    const order = { ...asker, kind: 'passed', privateUrl, settingsMark } as const
    // Pages that show what a write changed are dropped before it is answered.
    const accept = (_status: number, report?: { purged?: string[] }) => {
      if (report?.purged) cache.store.purge(report.purged)
      return true
    }
    const pass = () => passOn(renderers, request, response, { url, order, headers, accept })
    await pass().catch((cause) => refuse(request, response, asker, cause))
  }

  /**
   * A reader who may see no more than a stranger gets the stranger's page, byte for byte.
   * @param view.url the internal address that makes it
   */
  async function renderPrivateView(
    request: IncomingMessage,
    response: ServerResponse,
    { url, publicPage, asker }: { url: string; publicPage: Page; asker: Asker },
  ): Promise<void> {
    const { settingsMark } = cache.store
    const order = { ...asker, kind: 'private', needsSession: true, settingsMark } as const
    const headers = { 'x-request-id': asker.requestId }
    const accept = (status: number) => status !== 404
    const pass = () => passOn(renderers, request, response, { url, order, headers, accept })
    const isAnswered = await inTurn(request, response, asker, pass)
    if (!isAnswered) sendPage(request, response, publicPage)
  }

  /** Pages wait for their turn like those that are cached. @returns what `pass` does; true if too many wait already. */
  async function inTurn(
    request: IncomingMessage,
    response: ServerResponse,
    asker: Asker,
    pass: () => Promise<boolean>,
  ): Promise<boolean> {
    const queue = cache.queues.page
    try {
      return await queue.run(queue.enter(asker.clientAddress), pass)
    } catch (cause) {
      await refuse(request, response, asker, cause)
      return true
    }
  }

  async function refuse(request: IncomingMessage, response: ServerResponse, asker: Asker, cause: unknown) {
    const { url = '/', method } = request
    const isLost = cause instanceof RendererLost
    const isBusy = cause instanceof TooBusy || cause instanceof NoRenderer
    // A reader who has left is no failure.
    if (response.destroyed) return
    if (!isBusy) onFailure(url, cause)
    // A write that a lost renderer had heard may have been made; everything else can be tried again.
    const mayRepeat = isBusy || (isLost && (!cause.isReached || method === 'GET' || method === 'HEAD'))
    sendPage(request, response, await cache.renderer.refused(url, mayRepeat ? 503 : 500, asker))
  }

  return { renderUncached, renderPrivateView }
}

/** While developing nothing is cached: the renderer finds out whether a reader has a view of their own. */
function privateUrlOf({ url = '/', method, headers }: IncomingMessage): string | undefined {
  const key = method === 'GET' ? publicPath(url)?.key : undefined
  return key && privateArticlePath(key, headers.cookie)
}
