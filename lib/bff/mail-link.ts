import { newsletters } from '#contract/newsletters.ts'
import { call } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { isForeign, isSpeculative, originOf } from '#lib/requests/origin.ts'
import { failed } from '#lib/requests/problem.ts'
import { forward, type Handler } from './forward.ts'

type LinkEndpoint = (typeof newsletters)['confirm' | 'unsubscribe']

/**
 * The specification confirms and unsubscribes by GET, and whatever reads mails follows links: scanners, previews,
 * prefetching browsers. So only our own page's call acts, which says that it wants JSON; everything else is led to the page.
 */
export function mailLink(endpoint: LinkEndpoint, page: (uuid: string) => string): Handler {
  return async (request, params) => {
    if (isDeliberate(request)) return forward(endpoint, request, params)
    return new Response(null, { status: 303, headers: { location: originOf(request) + page(String(params.uuid)) } })
  }
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

/** RFC 8058: the mail program's own button. It posts a form from anywhere, without cookies; the address alone is the right. */
export async function unsubscribeAtOnce(request: Request, { uuid }: Record<string, string>): Promise<Response> {
  try {
    const userAgent = request.headers.get('user-agent') ?? undefined
    const { body } = await call(newsletters.unsubscribeAtOnce, { params: { uuid: String(uuid) } }, { userAgent })
    return Response.json(body, { headers: { 'cache-control': 'no-store' } })
  } catch (fault) {
    if (fault instanceof ApiFailure) return failed(fault)
    throw fault
  }
}
