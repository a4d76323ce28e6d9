import { type ProblemBody, type ProblemCode, problemBody, problems } from '#contract/problems.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { renderContext } from '#lib/renderer/render-context.ts'
import { isForeign } from './request.ts'

/** A refusal of the BFF's own, as the product API would write it (RFC 9457). */
export function problem(code: ProblemCode, detail: string): Response {
  return failed(new ApiFailure(problems[code].status, code, detail))
}

/** Passes on the product API's refusal; one that no caller can act on becomes a 503. */
export function failed(fault: ApiFailure): Response {
  const status = fault.status >= 400 && fault.status < 600 ? fault.status : 503
  const { fields, current, retryAfterSeconds } = fault
  const body: ProblemBody = {
    ...problemBody(codeOf(fault), fault.message, renderContext()?.requestId ?? ''),
    status,
    ...(fault.code === 11000 && { code: 11000 }),
    ...(fields && { fields }),
    ...(current !== undefined && { current }),
  }
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds))
  return Response.json(body, { status, headers })
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

export function foreignForm(): Response {
  return plainPage(
    403,
    'Nothing was sent',
    'This form did not come from a page of ours, so we ignored it. Please open the page here and send it again.',
  )
}

/** A whole page for a form that has no page of its own to go back to. */
export function plainPage(status: number, title: string, sentence: string): Response {
  const html = `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><main><h1>${title}</h1><p>${sentence}</p><p><a href="/">Return to Home</a></p></main></html>`
  return new Response(html, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}
