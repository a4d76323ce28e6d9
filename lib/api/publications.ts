import { cache } from 'react'
import { type Publication, publications } from '#contract/publications.ts'
import { callPublic } from './client.ts'
import type { Answer } from './read-answer.ts'

/** By slug or name; shared by everything that makes one page. @throws ApiFailure with status 404 if there is none. */
export const getPublication = cache(async (publication: string): Promise<Publication> => {
  const { body } = await callPublic(publications.byName, { params: { publication } })
  return body
})

export function listPublications(
  query: { cursor?: string | undefined; limit?: number; with_stories?: 'true' } = {},
): Promise<Answer<Publication[]>> {
  return callPublic(publications.list, { query })
}
