import { cache } from 'react'
import { type Publication, publications } from '#contract/publications.ts'
import { tags } from '#contract/tags.ts'
import { noteTags } from '#lib/page-cache/render-context.ts'
import { cleanPublication } from './clean.ts'
import { type Answer, callPublic } from './client.ts'
import { ApiFailure } from './failure.ts'

/** By slug or name. @throws ApiFailure with status 404 where there is none. */
export async function readPublication(publication: string): Promise<Answer<Publication>> {
  const dependsOn = [tags.publication(publication)]
  const answer = await callPublic(publications.byName, { params: { publication } }, { dependsOn })
  const body = cleanPublication(answer.body)
  if (!body) throw new ApiFailure(503, 'invalid_answer', 'The product API answered a publication without an address')
  // It carries its owner's name.
  if (body.owner_uuid) noteTags([tags.profile(body.owner_uuid)])
  return { ...answer, body }
}

/** As readPublication; shared by everything that makes one page. */
export const getPublication = cache(
  async (publication: string): Promise<Publication> => (await readPublication(publication)).body,
)

export async function listPublications(
  query: { cursor?: string; limit?: number } = {},
): Promise<Answer<Publication[]>> {
  const answer = await callPublic(publications.list, { query }, { dependsOn: [tags.sitemap] })
  return { ...answer, body: answer.body.flatMap((publication) => cleanPublication(publication) ?? []) }
}
