import { cache } from 'react'
import { type Publication, publications } from '#contract/publications.ts'
import { tags } from '#contract/tags.ts'
import { callPublic } from './client.ts'

/** @throws ApiFailure with status 404 where there is none. */
export const getPublication = cache(async (publication: string): Promise<Publication> => {
  const { body } = await callPublic(
    publications.byName,
    { params: { publication } },
    { dependsOn: [tags.publication(publication)] },
  )
  return body
})
