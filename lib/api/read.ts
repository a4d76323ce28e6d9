import 'server-only'
import { cache } from 'react'
import type { z } from 'zod'
import { type CallName, type CallNamed, calls } from '#contract/calls.ts'
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts'
import type { Given } from '#lib/browser/call-bff.ts'
import { type CallAs, call, callPublic, type LooseInput } from './client.ts'
import type { Answer } from './read-answer.ts'

type Reading = Extract<CallName, `GET ${string}`>
/** A visitor may make these. */
type PublicReading = { [N in Reading]: CallNamed<N> extends { auth: string } ? never : N }[Reading]
type Input<N extends Reading> = Given<EndpointInput<CallNamed<N>>>
type AnswerTo<N extends Reading> = Promise<Answer<z.output<CallNamed<N>['response']>>>

/**
 * Reads what everyone may see, without a session, e.g. `read('GET /publications/:publication', { params })`: once for
 * everything that makes one page, which is cached under the tags of the answer.
 * @throws ApiFailure with the status of a refusal, e.g. 404 for what does not exist.
 */
export function read<N extends PublicReading>(name: N, ...[input]: Input<N>): AnswerTo<N> {
  return readOnce(name, JSON.stringify(input ?? {})) as AnswerTo<N>
}

/**
 * Reads with the rights of one person, `{}` for a visitor; a page that does so is never cached.
 * @throws ApiFailure as `read` does; 401 or 403 if the person may not.
 */
export function readAs<N extends Reading>(as: CallAs, name: N, ...[input]: Input<N>): AnswerTo<N> {
  return readOnce(name, JSON.stringify(input ?? {}), JSON.stringify(as)) as AnswerTo<N>
}

const endpoints = new Map<string, Endpoint>(calls.map((endpoint) => [endpoint.call, endpoint]))

/** React compares arguments by identity, so they are passed as JSON. */
const readOnce = cache((name: string, input: string, as?: string): Promise<Answer<unknown>> => {
  const endpoint = endpoints.get(name) as Endpoint
  const given = JSON.parse(input) as LooseInput
  return as === undefined ? callPublic(endpoint, given) : call(endpoint, given, JSON.parse(as) as CallAs)
})
