import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { decodeCursor, encodeCursor, pageOf } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { contents, publications } from '#platform/db/tables/stories.ts'
import { invalidField, notFound, Problem } from '#platform/problem.ts'
import { canPublishUnder } from './load-story.ts'

const columns = { ...getTableColumns(publications), ownerName: users.name }
export type PublicationWithOwner = typeof publications.$inferSelect & { ownerName: string | null }

const hasStories = sql`exists (
  select from ${contents}
  where ${contents.publicationId} = ${publications.id} and not ${contents.isDraft} and ${contents.deletedAt} is null
)`

const selectPublications = (db: Db) =>
  db.select(columns).from(publications).leftJoin(users, eq(users.id, publications.ownerId))

type Wanted = { cursor?: string | undefined; limit: number; with_stories?: 'true' | undefined }

/** Lists publications by name. Names are unique: the last one of a page marks where the next begins, even once deleted. */
export async function listPublications(ctx: Context, { cursor, limit, with_stories }: Wanted) {
  // Which of them have stories changes as the sitemap does.
  ctx.shows([tags.publications, ...(with_stories ? [tags.sitemap] : [])])
  const after = decodeCursor(cursor, (name) => (name && !name.includes('\0') ? name : undefined))
  const name = sql`lower(${publications.name})`
  const isAfter = after === undefined ? undefined : sql`${name} > lower(${after})`
  const isWanted = and(isAfter, with_stories ? hasStories : undefined)
  return pageOf(
    limit,
    (limit) => selectPublications(ctx.db).where(isWanted).orderBy(name).limit(limit),
    ({ name }) => encodeCursor(name),
  )
}

export async function listPublicationsOf({ db }: Context, ownerId: string): Promise<PublicationWithOwner[]> {
  return selectPublications(db).where(eq(publications.ownerId, ownerId)).orderBy(asc(publications.name)).limit(1_000)
}

/** The slug wins if one publication's slug is another's name. */
export async function findPublication(
  { db }: Pick<Context, 'db'>,
  slugOrName: string,
): Promise<PublicationWithOwner | undefined> {
  const [bySlug] = await selectPublications(db).where(eq(publications.slug, slugOrName)).limit(1)
  if (bySlug) return bySlug
  const [byName] = await selectPublications(db).where(sql`lower(${publications.name}) = lower(${slugOrName})`).limit(1)
  return byName
}

/** @throws Problem `not_found`. */
export async function readPublication(ctx: Context, slugOrName: string): Promise<PublicationWithOwner> {
  ctx.shows([tags.publication(slugOrName)])
  const publication = await findPublication(ctx, slugOrName)
  if (!publication) throw notFound('publication')
  // It carries its owner's name.
  const { slug, ownerId } = publication
  ctx.shows([tags.publication(slug), ...(ownerId ? [tags.profile(ownerId)] : [])])
  return publication
}

/** Undefined without an id. */
export async function findPublicationById(
  db: Db,
  id: string | null | undefined,
): Promise<PublicationWithOwner | undefined> {
  if (!id) return undefined
  const [row] = await selectPublications(db).where(eq(publications.id, id)).limit(1)
  return row
}

type NewPublication = { slug: string; name: string; description?: string; ownerId: string }

/** Inside the caller's transaction. */
export async function addPublication(ctx: Context, tx: Db, input: NewPublication): Promise<string> {
  const id = newId(ctx.now())
  await tx.insert(publications).values({ id, createdAt: ctx.now(), ...input })
  await recordChange(ctx, tx, [tags.publication(input.slug), tags.publication(input.name), tags.publications])
  return id
}

export function unknownPublication(): Problem {
  return invalidField('publication', 'We can’t find this publication.')
}

/** @throws Problem `bad_request` naming `publication` if there is none, `forbidden` for someone else's. */
export async function refuseForeignPublication(ctx: SignedInContext, tx: Db, id: string | null): Promise<void> {
  if (!id) return
  const publication = await findPublicationById(tx, id)
  if (!publication) throw unknownPublication()
  if (!canPublishUnder(ctx.actor, publication)) {
    throw new Problem('forbidden', { detail: 'Only the owner of a publication can publish in it.' })
  }
}
