import { type Publication, publications } from '#contract/publications.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { listPublications, listPublicationsOf, type PublicationWithOwner, readPublication } from '../publications.ts'
import { createPublication, updatePublication } from './write-publications.ts'

export function publicationRoutes(api: Api): void {
  endpoint(api, publications.list, async (ctx, call) => {
    const { rows, nextCursor } = await listPublications(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit', 'with_stories'], nextCursor)
    return rows.map(presentPublication)
  })
  endpoint(api, publications.ofUser, async (ctx) =>
    (await listPublicationsOf(ctx, ctx.actor.id)).map(presentPublication),
  )
  endpoint(api, publications.byName, async (ctx, { params }) =>
    presentPublication(await readPublication(ctx, params.publication)),
  )
  endpoint(api, publications.create, async (ctx, { body }) => ({
    publication: presentPublication(await createPublication(ctx, body)),
  }))
  endpoint(api, publications.update, async (ctx, { params, body }) => ({
    publication: presentPublication(await updatePublication(ctx, params.publication, body)),
  }))
}

function presentPublication(row: PublicationWithOwner): Publication {
  return {
    _id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    image: row.image,
    owner_uuid: row.ownerId,
    owner_name: row.ownerName ?? '',
  }
}
