import type { Endpoint, EndpointInput } from '#contract/endpoint.ts'
import { callPublic } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { parseInput } from './input.ts'
import { passedOn } from './passed-on.ts'
import { badInput, failed } from './problem.ts'

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }

/**
 * A BFF handler for a call that is the same for everybody: the input is checked against the contract, no session is
 * sent, and the answer may be kept under the given tags.
 */
export function publicRead<E extends Endpoint>(endpoint: E, dependsOn: (params: Record<string, string>) => string[]) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    const { input, fields } = parseInput(endpoint, await context.params, new URL(request.url).searchParams)
    if (fields) return badInput(fields)
    try {
      const { body, headers } = await callPublic(endpoint, input as EndpointInput<E>, {
        dependsOn: dependsOn((input.params ?? {}) as Record<string, string>),
      })
      return Response.json(body, { headers: passedOn(headers) })
    } catch (fault) {
      if (fault instanceof ApiFailure) return failed(fault)
      throw fault
    }
  }
}
