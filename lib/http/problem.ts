import { type ProblemBody, type ProblemCode, problemBody, problems } from '#contract/problems.ts'
import type { ApiFailure } from '#lib/api/failure.ts'
import { renderContext } from '#lib/page-cache/render-context.ts'
import { isForeign } from './cross-origin.ts'

type Extra = {
  fields?: Record<string, string> | undefined
  current?: unknown
  status?: number | undefined
  /** The code that callers read, if it is not the problem's own. */
  code?: ProblemBody['code'] | undefined
  retryAfterSeconds?: number | undefined
}

/** A failure as the product API words it (RFC 9457), for what the BFF refuses itself or passes on. */
export function problem(code: ProblemCode, detail: string, extra: Extra = {}): Response {
  const status = extra.status ?? problems[code].status
  const body: ProblemBody = {
    ...problemBody(code, detail, renderContext()?.requestId ?? ''),
    status,
    ...(extra.code && { code: extra.code }),
    ...(extra.fields && { fields: extra.fields }),
    ...(extra.current !== undefined && { current: extra.current }),
  }
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (extra.retryAfterSeconds) headers.set('retry-after', String(extra.retryAfterSeconds))
  return Response.json(body, { status, headers })
}

/** Passes on the product API's refusal; one that no caller can act on becomes a 503. */
export function failed(fault: ApiFailure): Response {
  const status = fault.status >= 400 && fault.status < 600 ? fault.status : 503
  const { fields, current, retryAfterSeconds } = fault
  const code = fault.code === 11000 ? 11000 : undefined
  const extra: Extra = { status, code, fields, current, retryAfterSeconds }
  return problem(codeOf(fault), fault.message, extra)
}

/** The code for a bare status; the other codes of the same status are more particular. */
const general: Record<number, ProblemCode> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  409: 'not_possible',
}

function codeOf({ code, status }: ApiFailure): ProblemCode {
  if (code === 11000) return status === 409 ? 'exists_already' : 'already_subscribed'
  if (Object.hasOwn(problems, code)) return code as ProblemCode
  const names = Object.keys(problems) as ProblemCode[]
  return general[status] ?? names.find((name) => problems[name].status === status) ?? 'internal'
}

/** The answer to a changing request from another site's page; undefined for our own. */
export function foreignRefusal(request: Request): Response | undefined {
  return isForeign(request) ? problem('forbidden', 'This request comes from another site.') : undefined
}
