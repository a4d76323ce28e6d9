import { type AnyColumn, and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { countList } from '#platform/db/counters.ts'
import { newId } from '#platform/db/id.ts'
import { decodeCursor, encodeCursor, pageOf } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { contents, publicationSlugs, publications, workingCopies } from '#platform/db/tables/stories.ts'
import { transaction } from '#platform/db/transaction.ts'
import { invalidField, notFound, Problem } from '#platform/problem.ts'
import { canPublishUnder } from './load-story.ts'
import { findPublicationForShare } from './publications/repository.ts'

const columns = { ...getTableColumns(publications), ownerName: users.name }
export type PublicationWithOwner = typeof publications.$inferSelect & { ownerName: string | null }

const isPublished = sql`not ${contents.isDraft} and ${contents.deletedAt} is null`
const hasStories = sql`exists (
  select from ${contents} where ${contents.publicationId} = ${publications.id} and ${isPublished}
)`

/** Those that are not deleted. */
const selectPublications = (db: Db, which: SQL | undefined) =>
  db
    .select(columns)
    .from(publications)
    .leftJoin(users, eq(users.id, publications.ownerId))
    .where(and(isNull(publications.deletedAt), which))

type Wanted = { cursor?: string | undefined; limit: number }

/**
 * Lists the publications with a published story by name; an empty one is for its owner. Names are unique: the last one of
 * a page marks where the next begins, even once deleted.
 */
export async function listPublications(ctx: Context, { cursor, limit }: Wanted) {
  // Which of them have stories changes as the sitemap does.
  ctx.shows([tags.publications, tags.sitemap])
  const after = decodeCursor(cursor, (name) => (name && !name.includes('\0') ? name : undefined))
  const name = sql`lower(${publications.name})`
  const isAfter = after === undefined ? undefined : sql`${name} > lower(${after})`
  return pageOf(
    limit,
    (limit) => selectPublications(ctx.db, and(isAfter, hasStories)).orderBy(name).limit(limit),
    ({ name }) => encodeCursor(name),
  )
}

export async function listPublicationsOf({ db }: Context, ownerId: string): Promise<PublicationWithOwner[]> {
  return selectPublications(db, eq(publications.ownerId, ownerId)).orderBy(asc(publications.name)).limit(1_000)
}

/**
 * Finds a publication by its slug, a former slug or its name: the first of these wins, so that an old address never leads
 * to another publication that took its words for a name. The address of a deleted one leads nowhere.
 */
export async function findPublication(
  { db }: Pick<Context, 'db'>,
  slugOrName: string,
): Promise<PublicationWithOwner | undefined> {
  const [bySlug] = await selectPublications(db, eq(publications.slug, slugOrName)).limit(1)
  if (bySlug) return bySlug
  const [holder] = await db
    .select({ id: publicationSlugs.publicationId })
    .from(publicationSlugs)
    .where(eq(publicationSlugs.slug, slugOrName))
  const isIt = holder ? eq(publications.id, holder.id) : sql`lower(${publications.name}) = lower(${slugOrName})`
  const [found] = await selectPublications(db, isIt).limit(1)
  return found
}

/** A publication with what its page says about its stories. */
export type PublicationPage = PublicationWithOwner & { storyCount: number; categories: string[] }

/** @throws Problem `not_found`. */
export async function readPublication(ctx: Context, slugOrName: string): Promise<PublicationPage> {
  ctx.shows([tags.publication(slugOrName)])
  const publication = await findPublication(ctx, slugOrName)
  if (!publication) throw notFound('publication')
  // It carries its owner's name.
  const { slug, ownerId } = publication
  ctx.shows([tags.publication(slug), ...(ownerId ? [tags.profile(ownerId)] : [])])
  const byCategory = await countByCategory(ctx.db, publication.id)
  const storyCount = byCategory.reduce((sum, { count }) => sum + count, 0)
  return { ...publication, storyCount, categories: byCategory.map(({ category }) => category) }
}

/** The most frequent category first. */
async function countByCategory(db: Db, publicationId: string): Promise<{ category: string; count: number }[]> {
  const count = sql<number>`count(*)::int`
  return db
    .select({ category: contents.category, count })
    .from(contents)
    .where(and(eq(contents.publicationId, publicationId), isPublished))
    .groupBy(contents.category)
    .orderBy(desc(count), asc(contents.category))
}

/**
 * Counts the confirmed subscriptions to a publication.
 * @throws Problem `not_found`, and `forbidden` unless the caller owns it or is an administrator.
 */
export async function countSubscribersOf(ctx: SignedInContext, slugOrName: string): Promise<number> {
  const publication = await findPublication(ctx, slugOrName)
  if (!publication) throw notFound('publication')
  if (!canPublishUnder(ctx.actor, publication)) {
    throw new Problem('forbidden', { detail: 'Only the owner can see how many subscribers this publication has.' })
  }
  return countList(ctx.db, `publication:${publication.id}`)
}

/** Undefined without an id. */
export async function findPublicationById(
  db: Db,
  id: string | null | undefined,
): Promise<PublicationWithOwner | undefined> {
  if (!id) return undefined
  const [row] = await selectPublications(db, eq(publications.id, id)).limit(1)
  return row
}

type NewPublication = { slug: string; name: string; description?: string; ownerId: string }

/** Inside the caller's transaction. */
export async function addPublication(ctx: Context, tx: Db, input: NewPublication): Promise<string> {
  const id = newId(ctx.now())
  const createdAt = ctx.now()
  await tx.insert(publications).values({ id, createdAt, ...input })
  await tx.insert(publicationSlugs).values({ slug: input.slug, publicationId: id, createdAt })
  await recordChange(ctx, tx, [tags.publication(input.slug), tags.publication(input.name), tags.publications])
  return id
}

export function unknownPublication(): Problem {
  return invalidField('publication', 'We can’t find this publication.')
}

/**
 * Locks the publication, so that it is neither deleted nor given away before the story in it is stored. A transaction
 * locks a story, then its publication, then an account.
 * @throws Problem `bad_request` naming `publication` if there is none, `forbidden` for someone else's.
 */
export async function refuseForeignPublication(ctx: SignedInContext, tx: Db, id: string | null): Promise<void> {
  if (!id) return
  const publication = await findPublicationForShare(tx, id)
  if (!publication) throw unknownPublication()
  if (!canPublishUnder(ctx.actor, publication)) {
    throw new Problem('forbidden', { detail: 'Only the owner of a publication can publish in it.' })
  }
}

/** One transaction for so many stories: a publication may have tens of thousands, and their writers want to save. */
const detachedAtOnce = 200

/** Takes a deleted publication's stories out of it: drafts, deleted ones and unpublished changes too. No page changes. */
export async function detachStories({ db }: Pick<Context, 'db'>, publicationId: string): Promise<void> {
  while ((await transaction(db, (tx) => detachSome(tx, publicationId))) > 0);
}

/** @returns how many stories. */
async function detachSome(tx: Db, publicationId: string): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    (select id from contents where publication_id = ${publicationId} limit ${detachedAtOnce})
    union (select content_id from working_copies where publication_id = ${publicationId} limit ${detachedAtOnce})`)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  // Locks the stories before their working copies, as a save does: none of them brings the publication back.
  await tx
    .select({ id: contents.id })
    .from(contents)
    .where(inArray(contents.id, ids))
    .orderBy(contents.id)
    .for('update')
  const isIn = (id: AnyColumn, publication: AnyColumn) => and(inArray(id, ids), eq(publication, publicationId))
  await tx.update(contents).set({ publicationId: null }).where(isIn(contents.id, contents.publicationId))
  await tx
    .update(workingCopies)
    .set({ publicationId: null })
    .where(isIn(workingCopies.contentId, workingCopies.publicationId))
  return ids.length
}
