import { publications } from '#contract/publications.ts'
import type { Context } from '../context.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { linkNext } from '../http/links.ts'
import { Problem } from '../problem.ts'
import { presentPublication } from './present.ts'
import { findPublication, listPublications, listPublicationsOf } from './service.ts'

export function publicationRoutes(api: Api, { context }: { context: Context }): void {
  endpoint(api, publications.list, async (call) => {
    const { rows, nextCursor } = await listPublications(context, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentPublication)
  })
  endpoint(api, publications.ofUser, async ({ actor }) =>
    (await listPublicationsOf(context, actor.id)).map(presentPublication),
  )
  endpoint(api, publications.byName, async ({ params }) => {
    const publication = await findPublication(context, params.publication)
    if (!publication) throw new Problem('not_found', { detail: 'There is no such publication' })
    return presentPublication(publication)
  })
}
