import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import compression from 'compression'
import { contentSecurityPolicy } from '#lib/security-headers.ts'
import { capture, type Handle } from './capture-response.ts'
import { finishPage } from './finish-page.ts'
import { newContext } from './new-context.ts'
import { pageScript } from './page-script.ts'
import { type RenderContext, runWithRenderContext } from './render-context.ts'
import { isHtml, renderShared } from './render-shared.ts'
import type { KnownSite } from './site-reader.ts'
import { withStartData } from './start-data.ts'
import { fromHeader, type Order, orderHeader, reportHeader, reportOf, toHeader } from './wire.ts'

type Options = {
  publicUrl: string
  /** The settings of the site, at least as new as the mark. */
  readSite: (mark: number | undefined) => Promise<KnownSite>
  /** Next's development server: it streams to the browser and takes the headers of its own client. */
  isDev: boolean
  /** Whether a request's Cookie header has a session that can be read: a made-up one costs no render. */
  hasSession: (cookieHeader: string) => Promise<boolean>
  /** Answers a call's request whose method it does not have; false if it has it. */
  answerMethod: (request: IncomingMessage, response: ServerResponse, requestId: string) => boolean
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Answers what the server in front orders of Next (`wire.ts`). */
export function createRenderer(handle: Handle, { publicUrl, readSite, isDev, hasSession, answerMethod }: Options) {
  const { host, protocol } = new URL(publicUrl)
  const site = { host, https: protocol === 'https:' }
  const contextFor = async (order: Order, url: string) => newContext(order, url, await readSite(order.settingsMark))
  const compress = compression() as unknown as Middleware

  return async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const order = fromHeader<Order>(request.headers[orderHeader])
    if (request.url === pageScript.address) return answerPageScript(response)
    if (order.kind === 'shared') return answerShared(request, response, order)
    if (request.url?.startsWith('/api/') && answerMethod(request, response, order.requestId)) return
    readyForNext(request, order, isDev)
    // Brotli doesn't pay for a single reader: /users/login has 6.6 KB with it and 6.5 KB with gzip, which is faster.
    const { headers } = request
    if (/\bgzip\b(?!\s*;\s*q=0)/i.test(String(headers['accept-encoding']))) headers['accept-encoding'] = 'gzip'
    compress(request, response, () => undefined)
    if (order.kind === 'private') return answerPrivate(request, response, order)
    if (order.privateUrl) request.url = await developmentAddress(request, order)
    const context = await contextFor(order, request.url ?? '/')
    reportWith(response, context)
    await runWithRenderContext(context, () => handle(request, response))
  }

  async function answerShared({ url = '/' }: IncomingMessage, response: ServerResponse, order: Order): Promise<void> {
    try {
      const { status, headers, body, startData, report } = await renderShared(
        handle,
        url,
        order,
        site,
        await readSite(order.settingsMark),
      )
      const whole = startData ? Buffer.concat([body, startData]) : body
      const reported = toHeader({ ...report, startBytes: startData?.length })
      send(response, status, { ...headers, [reportHeader]: reported }, whole)
    } catch (cause) {
      const failure = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
      send(response, 500, { [reportHeader]: toHeader({ tags: [], failure }) }, Buffer.alloc(0))
    }
  }

  async function answerPrivate(request: IncomingMessage, response: ServerResponse, order: Order): Promise<void> {
    if (order.needsSession && !(await hasSession(request.headers.cookie ?? ''))) {
      response.writeHead(404).end()
      return
    }
    const { url = '/' } = request
    const context = await contextFor(order, url)
    const { 'if-none-match': _tag, 'accept-encoding': _encodings, range: _range, ...given } = request.headers
    const captured = await runWithRenderContext(context, () => capture(handle, url, given as Record<string, string>))
    const { headers } = captured
    let { body } = captured
    if (isHtml(headers)) {
      const { html, startData, scriptHashes } = finishPage(body, { once: order.scripts })
      headers['content-security-policy'] = contentSecurityPolicy(scriptHashes, site)
      body = startData ? withStartData(html, startData) : html
    }
    if (order.needsSession) headers['cache-control'] = 'private, no-store'
    if (context.movedTo) headers.location = context.movedTo
    const status = context.movedTo ? 308 : (context.status ?? captured.status)
    send(response, status, headers, request.method === 'HEAD' ? Buffer.alloc(0) : body, body.length)
  }

  /**
   * The address that `npm run dev` renders for a request. Nothing is cached there: to find out that an address has only a
   * private view for this reader, both pages are rendered.
   */
  async function developmentAddress({ url = '/', headers }: IncomingMessage, order: Order): Promise<string> {
    const { privateUrl = url } = order
    const { cookie = '', host = '' } = headers
    if (!(await hasSession(cookie))) return url
    async function isMissing(address: string, given: Record<string, string>): Promise<boolean> {
      const context = await contextFor(order, address)
      const captured = await runWithRenderContext(context, () => capture(handle, address, given))
      return (context.status ?? captured.status) === 404
    }
    const key = url.replace(/\?.*/s, '')
    const isOwn = (await isMissing(key, { host })) && !(await isMissing(privateUrl, { host, cookie }))
    // Keep the query: Next uses it for live reload.
    return isOwn ? privateUrl + new URL(url, 'http://localhost').search : url
  }
}

function answerPageScript(response: ServerResponse): void {
  send(response, 200, { ...pageScript.headers, [reportHeader]: toHeader({ tags: [] }) }, pageScript.body)
}

function send(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: Buffer,
  length = body.length,
) {
  const { 'transfer-encoding': _chunked, ...given } = headers
  response.writeHead(status, { ...given, 'content-length': length }).end(body)
}

/** Next writes the head of its answers itself, whenever it likes: the report goes out with it. */
function reportWith(response: ServerResponse, context: RenderContext): void {
  const writeHead = response.writeHead
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    response.setHeader(reportHeader, toHeader(reportOf(context)))
    return writeHead.apply(response, args)
  }) as typeof writeHead
}

/** Next's own inner headers never come from outside. */
const inner = /^x-(?:middleware|nextjs)-/
/** Next's client asks for parts of a page by these. Our links load whole pages; a broken one of these would be a 500. */
const clientHeader = /^(?:rsc$|next-)/

function readyForNext({ headers }: IncomingMessage, { clientAddress }: Order, isDev: boolean): void {
  delete headers[orderHeader]
  for (const name of Object.keys(headers)) {
    if (inner.test(name) || (!isDev && clientHeader.test(name))) delete headers[name]
  }
  // Next sees the client's address that the server in front has determined.
  headers['x-forwarded-for'] = clientAddress
}
