import type { z } from 'zod'
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts'
import { type ProblemCode, problems } from '#contract/problems.ts'
import { callPublic } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { problem } from './problem.ts'

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }

/**
 * A BFF handler for a call that is the same for everybody: the input is checked against the contract, no session is
 * sent, and the answer may be kept under the given tags.
 */
export function publicRead<E extends Endpoint>(endpoint: E, dependsOn: (params: Record<string, string>) => string[]) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    const params = endpoint.params?.safeParse(await context.params)
    const query = endpoint.query?.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    const refused = params?.success === false ? params.error : query?.success === false ? query.error : undefined
    if (refused) return badRequest(refused)
    const input = { params: params?.data, query: query?.data } as EndpointInput<E>
    try {
      const { body, headers } = await callPublic(endpoint, input, {
        dependsOn: dependsOn((params?.data ?? {}) as Record<string, string>),
      })
      return Response.json(body, { headers: passedOn(headers) })
    } catch (fault) {
      if (fault instanceof ApiFailure) return failed(fault)
      throw fault
    }
  }
}

/** The next page's address as the browser has to ask for it: under `/api`. */
function passedOn(headers: Headers): Record<string, string> {
  const link = headers.get('link')
  const corrected = headers.get('search-corrected')
  return {
    ...(link && { link: link.replace(/<([^>]*)>/g, (_, target: string) => `<${apiPath(target)}>`) }),
    ...(corrected && { 'search-corrected': corrected }),
  }
}

function apiPath(target: string): string {
  const url = new URL(target, 'http://localhost')
  return `/api${url.pathname}${url.search}`
}

function badRequest(error: z.ZodError): Response {
  const fields = Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), issue.message]))
  const detail = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  return problem('bad_request', detail, { fields })
}

function failed(fault: ApiFailure): Response {
  const status = fault.status >= 400 && fault.status < 600 ? fault.status : 503
  const code = Object.entries(problems).find(([, known]) => known.status === status)?.[0] ?? 'internal'
  return problem(code as ProblemCode, fault.message, { status, retryAfterSeconds: fault.retryAfterSeconds })
}
