import { cache } from 'react'
import { type Edition, sends } from '#contract/sends.ts'
import { callPublic } from './client.ts'
import type { Answer } from './read-answer.ts'

/** One page of the newsletters that were sent, newest first. */
export function listEditions(query: { cursor?: string | undefined; limit?: number } = {}): Promise<Answer<Edition[]>> {
  return callPublic(sends.archive, { query })
}

/**
 * A newsletter that was sent, with its stories as they are now.
 * @throws ApiFailure with status 404 if there is none.
 */
export const getEdition = cache(async (edition: string): Promise<Edition> => {
  const { body } = await callPublic(sends.edition, { params: { edition } })
  return body
})
