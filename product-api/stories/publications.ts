import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { decodeCursor, encodeCursor, pageOf } from '#platform/db/paging.ts'
import { notFound, Problem } from '#platform/problem.ts'
import * as repository from './publications/repository.ts'
import { canPublishUnder } from './rights.ts'

export type { PublicationWithOwner } from './publications/repository.ts'

/** No two have the same name: the last one of a page marks where the next begins. */
export async function listPublications(
  ctx: Context,
  { cursor, limit, with_stories }: { cursor?: string | undefined; limit: number; with_stories?: 'true' | undefined },
) {
  // Which of them have stories changes as the sitemap does.
  ctx.shows([tags.publications, ...(with_stories ? [tags.sitemap] : [])])
  const after = decodeCursor(cursor, (name) => (name && !name.includes('\0') ? name : undefined))
  const withStories = with_stories === 'true'
  return pageOf(
    limit,
    (limit) => repository.listPublications(ctx.db, { after, limit, withStories }),
    ({ name }) => encodeCursor(name),
  )
}

export function listPublicationsOf(ctx: Context, ownerId: string) {
  return repository.listPublicationsOf(ctx.db, ownerId)
}

export function findPublication(ctx: Context, slugOrName: string) {
  return repository.findBySlugOrName(ctx.db, slugOrName)
}

/** @throws Problem `not_found`. */
export async function readPublication(ctx: Context, slugOrName: string): Promise<repository.PublicationWithOwner> {
  ctx.shows([tags.publication(slugOrName)])
  const publication = await findPublication(ctx, slugOrName)
  if (!publication) throw notFound('publication')
  // It carries its owner's name.
  const { slug, ownerId } = publication
  ctx.shows([tags.publication(slug), ...(ownerId ? [tags.profile(ownerId)] : [])])
  return publication
}

export function findPublicationById(db: Db, id: string) {
  return repository.findById(db, id)
}

type NewPublication = { slug: string; name: string; description?: string; ownerId: string }

/** Inside the caller's transaction. */
export async function addPublication(ctx: Context, tx: Db, input: NewPublication): Promise<string> {
  const id = newId(ctx.now())
  await repository.insertPublication(tx, { id, createdAt: ctx.now(), ...input })
  await recordChange(ctx, tx, [tags.publication(input.slug), tags.publication(input.name), tags.publications])
  return id
}

/** @throws Problem `bad_request` naming `publication` if there is none, `forbidden` for someone else's. */
export async function refuseForeignPublication(
  ctx: SignedInContext,
  tx: Db,
  publicationId: string | null | undefined,
): Promise<void> {
  if (!publicationId) return
  const publication = await findPublicationById(tx, publicationId)
  const fault = 'We can’t find this publication.'
  if (!publication) throw new Problem('bad_request', { detail: fault, fields: { publication: fault } })
  if (!canPublishUnder(ctx.actor, publication)) {
    throw new Problem('forbidden', { detail: 'Only the owner of a publication can publish in it.' })
  }
}
