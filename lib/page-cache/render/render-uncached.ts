import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import { contentSecurityPolicy, inlineScriptHashes } from '#lib/security-headers.ts'
import { privateArticlePath, publicPath } from '../addresses.ts'
import { pageAt } from '../pages.ts'
import { type RenderContext, runWithRenderContext } from '../render-context.ts'
import { type Page, sendPage } from '../store/page.ts'
import type { ReadThroughCache } from '../store/read-through-cache.ts'
import { type Captured, capture, type Handle } from './capture-response.ts'
import { withDeferredScripts } from './defer-scripts.ts'
import { TooBusy } from './render-queue.ts'

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
type Options = { handle: Handle; publicUrl: string; isDev: boolean }

/** Renders answers for one reader, never cached: Next's own, with our security headers and a request id. */
export function createUncachedRenderer(cache: ReadThroughCache, { handle, publicUrl, isDev }: Options) {
  const https = publicUrl.startsWith('https:')
  const compress = compression() as unknown as Middleware

  /** Answers that may differ from reader to reader: pages, and calls of the BFF. */
  async function renderUncached(
    request: IncomingMessage,
    response: ServerResponse,
    context: RenderContext,
  ): Promise<void> {
    begin(request, response, context)
    if (isDev || request.url?.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD')) {
      readyForNext(request, context, isDev)
      context.url = request.url ?? '/'
      await runWithRenderContext(context, () => handle(request, response))
      return
    }
    await send(request, response, await render(request, request.url ?? '/', context), context)
  }

  /**
   * A reader who may see no more than a stranger gets the stranger's page, byte for byte.
   * @param view.url the internal address that makes it
   */
  async function renderPrivateView(
    request: IncomingMessage,
    response: ServerResponse,
    { url, publicPage, context }: { url: string; publicPage: Page; context: RenderContext },
  ): Promise<void> {
    const captured = await render(request, url, context)
    if (captured && (context.status ?? captured.status) === 404) {
      sendPage(request, response, publicPage)
      return
    }
    begin(request, response, context)
    if (captured) captured.headers['cache-control'] = 'private, no-store'
    await send(request, response, captured, context)
  }

  /** Undefined if too many pages wait already. */
  async function render(request: IncomingMessage, url: string, context: RenderContext): Promise<Captured | undefined> {
    readyForNext(request, context, isDev)
    context.url = url
    const { 'if-none-match': _tag, 'accept-encoding': _encodings, range: _range, ...headers } = request.headers
    const queue = cache.queues.page
    try {
      return await queue.run(queue.enter(context.clientAddress), () =>
        runWithRenderContext(context, () => capture(handle, url, headers as Record<string, string>)),
      )
    } catch (cause) {
      if (cause instanceof TooBusy) return undefined
      throw cause
    }
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    captured: Captured | undefined,
    context: RenderContext,
  ): Promise<void> {
    if (!captured) {
      sendPage(request, response, await cache.renderer.refused(request.url ?? '/', 503, context))
      return
    }
    response.setHeaders(new Map(Object.entries(captured.headers as Record<string, string>)))
    const { status = captured.status, movedTo } = context
    let { body } = captured
    if (String(captured.headers['content-type'] ?? '').startsWith('text/html')) {
      const path = (context.url ?? '').replace(/\?.*/s, '')
      const html = pageAt(path)?.needsScripts ? withDeferredScripts(body.toString(), 'painted') : body.toString()
      body = Buffer.from(html)
      response.setHeader('content-security-policy', contentSecurityPolicy(inlineScriptHashes(html), { https }))
    }
    if (movedTo) response.setHeader('location', movedTo)
    response.writeHead(movedTo ? 308 : status, { 'content-length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  function begin(request: IncomingMessage, response: ServerResponse, { requestId }: RenderContext): void {
    const { headers } = request
    // Brotli doesn't pay for a single reader: /users/login has 6.6 KB with it and 6.5 KB with gzip, which is faster.
    if (/\bgzip\b(?!\s*;\s*q=0)/i.test(String(headers['accept-encoding']))) headers['accept-encoding'] = 'gzip'
    compress(request, response, () => undefined)
    response.setHeader('x-request-id', requestId)
  }

  return { renderUncached, renderPrivateView }
}

/** Next's own inner headers never come from outside. */
const inner = /^x-(?:middleware|nextjs)-/
/** Next's client asks for parts of a page by these. Our links load whole pages; a broken one of these would be a 500. */
const clientHeader = /^(?:rsc$|next-)/

function readyForNext(request: IncomingMessage, context: RenderContext, isDev: boolean): void {
  for (const name of Object.keys(request.headers)) {
    if (inner.test(name) || (!isDev && clientHeader.test(name))) delete request.headers[name]
  }
  // Next sees the client's address that the server in front has determined.
  request.headers['x-forwarded-for'] = context.clientAddress
}

type Development = {
  handle: Handle
  /** Whether a request's Cookie header has a session that can be read. */
  hasSession: (cookieHeader: string) => Promise<boolean>
}

/**
 * The address that `npm run dev` renders for a request. Nothing is cached there: to find out that an address has only a
 * private view for this reader, it renders both pages.
 */
export async function developmentAddress(
  request: IncomingMessage,
  { handle, hasSession }: Development,
  context: RenderContext,
): Promise<string> {
  const { url = '/', method, headers } = request
  const { cookie = '', host = '' } = headers
  const key = method === 'GET' ? publicPath(url)?.key : undefined
  const inner = key && privateArticlePath(key, cookie)
  if (!inner || !(await hasSession(cookie))) return url

  async function isMissing(address: string, headers: Record<string, string>): Promise<boolean> {
    const asked: RenderContext = { ...context, tags: new Set() }
    const captured = await runWithRenderContext(asked, () => capture(handle, address, headers))
    return (asked.status ?? captured.status) === 404
  }
  const isOwn = (await isMissing(key, { host })) && !(await isMissing(inner, { host, cookie }))
  // Keep the query: Next uses it for live reload.
  return isOwn ? inner + new URL(url, 'http://localhost').search : url
}
