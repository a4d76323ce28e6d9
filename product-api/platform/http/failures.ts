import type { Hono } from 'hono'
import { type ProblemBody, problems } from '#contract/problems.ts'
import { isDatabaseUnavailable } from '../db/faults.ts'
import { Problem, ServiceUnavailable } from '../problem.ts'
import type { Api, HonoEnv, HttpContext } from './api.ts'

// A write's outcome may be unknown, so this does not claim that nothing was saved.
const awayWords = 'We can’t reach our data right now. Please try again in a moment.'

/** The same answer for an unknown address and for one that is not for this caller, so that they can't be told apart. */
export const nothingHere = 'There is nothing for you at this address.'

/**
 * Answers every failure as a problem (RFC 9457). An unexpected error is logged, and the answer has only the request id.
 * For an unsupported method, and for OPTIONS, the answer lists the supported ones.
 */
export function answerFailures({ hono }: Pick<Api, 'hono'>): void {
  hono.onError((error, c) => answerProblem(c, problemOf(c, error)))
  hono.notFound((c) => {
    const allowed = allowedMethods(hono, new URL(c.req.url).pathname)
    if (allowed.length === 0) return answerProblem(c, new Problem('not_found', { detail: nothingHere }))
    c.header('allow', allowed.join(', '))
    if (c.req.method === 'OPTIONS') return c.body(null, 204)
    return answerProblem(c, new Problem('method_not_allowed', { detail: `This address answers ${allowed.join(', ')}` }))
  })
}

/** The problem that the caller gets for an error; internal details go to the log. */
export function problemOf(c: HttpContext, error: unknown): Problem {
  if (error instanceof Problem) return error
  const where = { err: error, route: c.get('route'), id: c.get('requestId') }
  if (isDatabaseUnavailable(error)) {
    c.get('logger').warn(where, 'the database is not available')
    return new Problem('unavailable', { detail: awayWords, retryAfterSeconds: 2 })
  }
  if (error instanceof ServiceUnavailable) {
    c.get('logger').warn(where, error.message)
    return new Problem('unavailable', { detail: error.detail, retryAfterSeconds: error.retryAfterSeconds })
  }
  c.get('logger').error(where, 'a call failed')
  const detail = `Something went wrong. If it happens again, please tell us this id: ${c.get('requestId')}`
  return new Problem('internal', { detail })
}

function answerProblem(c: HttpContext, problem: Problem): Response {
  const { status } = problems[problem.code]
  if (problem.retryAfterSeconds) c.header('retry-after', String(problem.retryAfterSeconds))
  if (problem.code === 'unauthenticated') c.header('www-authenticate', 'Bearer')
  return c.body(JSON.stringify(failureBody(problem, c.get('requestId'))), status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  })
}

export function failureBody(problem: Problem, requestId: string): ProblemBody {
  const { status, title } = problems[problem.code]
  return {
    type: `/reference#${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code === 'exists_already' || problem.code === 'already_subscribed' ? 11000 : problem.code,
    message: problem.message,
    error: problem.message,
    requestId,
    ...(problem.fields && { fields: problem.fields }),
    ...(problem.current !== undefined && { current: problem.current }),
  }
}

/** The methods for this path, as the `Allow` header lists them (RFC 9110, 10.2.1); none for an unknown path. */
function allowedMethods({ routes }: Hono<HonoEnv>, path: string): string[] {
  // A handler for all methods is middleware.
  const found = routes.filter(({ method, path: of }) => method !== 'ALL' && pattern(of).test(path))
  const methods = new Set(found.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))
  return methods.size > 0 ? [...methods, 'OPTIONS'] : []
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
}
