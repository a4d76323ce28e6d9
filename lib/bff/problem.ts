import { type ProblemBody, type ProblemCode, problems } from '#contract/problems.ts'
import { renderContext } from '#lib/page-cache/render-context.ts'

type Extra = { fields?: Record<string, string>; status?: number; retryAfterSeconds?: number }

/** A failure as the product API words it (RFC 9457), for what the BFF refuses itself or passes on. */
export function problem(code: ProblemCode, detail: string, extra: Extra = {}): Response {
  const status = extra.status ?? problems[code].status
  const body: ProblemBody = {
    type: 'about:blank',
    title: problems[code].title,
    status,
    detail,
    code,
    message: detail,
    error: detail,
    requestId: renderContext()?.requestId ?? '',
    ...(extra.fields && { fields: extra.fields }),
  }
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  if (extra.retryAfterSeconds) headers.set('retry-after', String(extra.retryAfterSeconds))
  return Response.json(body, { status, headers })
}
