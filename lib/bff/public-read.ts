import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Answer } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { parseInput } from './input.ts'
import { passedOn } from './passed-on.ts'
import { badInput, failed } from './problem.ts'

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }

type Part<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type ReadInput<E extends Endpoint> = { params: Part<E['params']>; query: Part<E['query']> }

/**
 * A BFF handler for a call that is the same for everybody: the input is checked against the contract and no session is
 * sent. It is read as the pages read it, so that what its answer depends on is said in one place.
 */
export function publicRead<E extends Endpoint>(
  endpoint: E,
  read: (input: ReadInput<E>) => Promise<Answer<z.output<E['response']>>>,
) {
  return async (request: Request, context: RouteContext): Promise<Response> => {
    const { input, fields } = parseInput(endpoint, await context.params, new URL(request.url).searchParams)
    if (fields) return badInput(fields)
    try {
      const { body, headers } = await read(input as ReadInput<E>)
      return Response.json(body, { headers: passedOn(headers) })
    } catch (fault) {
      if (fault instanceof ApiFailure) return failed(fault)
      throw fault
    }
  }
}
