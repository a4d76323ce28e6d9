import type { Endpoint } from '#contract/endpoint.ts'
import { findCall } from '#contract/find-call.ts'
import { type EndScope, paths } from '#contract/paths.ts'
import { endScopes, subscriptions } from '#contract/subscriptions.ts'
import { call } from '#lib/api/client.ts'
import { isForeign, isSpeculative, originOf } from '#lib/http/request.ts'
import { forward, type Handler, readInput, refused } from './forward.ts'

type LinkEndpoint = (typeof subscriptions)['confirm' | 'unsubscribe']
type Page = (uuid: string, scope?: EndScope) => string

/**
 * The specification confirms and unsubscribes by GET, and whatever reads emails follows links: scanners, previews,
 * prefetching browsers. So only our own page's call acts, which asks for JSON; everything else is sent to the page.
 */
export function mailLink(endpoint: LinkEndpoint, page: Page): Handler {
  return async (request, params) =>
    isDeliberate(request) ? forward(endpoint, request, params) : toPage(request, page, String(params.uuid))
}

/** Some mail programs open the address of the RFC 8058 button in a browser: it is sent to the page that asks first. */
export function openedOneClick(request: Request, path: string): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const found = findCall('POST', path)
  return found?.endpoint === subscriptions.unsubscribeAtOnce
    ? toPage(request, paths.unsubscribe, String(found.params.uuid))
    : undefined
}

/** Redirects to a link's page, with the scope of the link. */
function toPage(request: Request, page: Page, uuid: string): Response {
  return new Response(null, { status: 303, headers: { location: originOf(request) + page(uuid, scopeOf(request)) } })
}

function scopeOf(request: Request): EndScope | undefined {
  const query = new URL(request.url).searchParams
  if (query.get('all') === 'true') return 'all'
  return endScopes.find((scope) => scope === query.get('scope'))
}

function isDeliberate(request: Request): boolean {
  const accept = request.headers.get('accept') ?? ''
  return (
    request.method === 'GET' &&
    /\bapplication\/json\b/i.test(accept) &&
    !/text\/html/i.test(accept) &&
    !isSpeculative(request) &&
    !isForeign(request)
  )
}

/**
 * RFC 8058: the mail program's own button. It posts from anywhere, without cookies; the address alone permits it.
 * A person whose browser runs no scripts presses the same button on our pages, and is redirected to what is left.
 */
export async function unsubscribeAtOnce(request: Request, { uuid }: Record<string, string>): Promise<Response> {
  try {
    const input = await readInput(subscriptions.unsubscribeAtOnce, request, { uuid })
    const userAgent = request.headers.get('user-agent') ?? undefined
    const { body } = await call<Endpoint>(subscriptions.unsubscribeAtOnce, input, { userAgent })
    // A browser says so for a page's form, and no mail program does.
    if (request.headers.get('sec-fetch-mode') === 'navigate') return toPage(request, paths.preferences, String(uuid))
    return Response.json(body, { headers: { 'cache-control': 'no-store' } })
  } catch (fault) {
    return refused(fault, request, subscriptions.unsubscribeAtOnce)
  }
}
