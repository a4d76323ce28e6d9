import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { contents, publications } from '#platform/db/tables/stories.ts'
import { Problem } from '#platform/problem.ts'

type NewRow = typeof publications.$inferInsert

const columns = { ...getTableColumns(publications), ownerName: users.name }
export type PublicationWithOwner = typeof publications.$inferSelect & { ownerName: string | null }

const hasStories = sql`exists (
  select from ${contents}
  where ${contents.publicationId} = ${publications.id} and not ${contents.isDraft} and ${contents.deletedAt} is null
)`

const selectPublications = (db: Db) =>
  db.select(columns).from(publications).leftJoin(users, eq(users.id, publications.ownerId))

/** Sorted by name; `after`: a name, whose publication may have been deleted since. */
export async function listPublications(
  db: Db,
  { after, limit, withStories }: { after?: string | undefined; limit: number; withStories?: boolean | undefined },
): Promise<PublicationWithOwner[]> {
  const name = sql`lower(${publications.name})`
  return selectPublications(db)
    .where(and(after === undefined ? undefined : sql`${name} > lower(${after})`, withStories ? hasStories : undefined))
    .orderBy(name)
    .limit(limit)
}

export async function listPublicationsOf(db: Db, ownerId: string): Promise<PublicationWithOwner[]> {
  return selectPublications(db).where(eq(publications.ownerId, ownerId)).orderBy(asc(publications.name)).limit(1_000)
}

/** The slug wins if one publication's slug is another's name. */
export async function findBySlugOrName(db: Db, slugOrName: string): Promise<PublicationWithOwner | undefined> {
  const [bySlug] = await selectPublications(db).where(eq(publications.slug, slugOrName)).limit(1)
  if (bySlug) return bySlug
  const [byName] = await selectPublications(db).where(sql`lower(${publications.name}) = lower(${slugOrName})`).limit(1)
  return byName
}

export async function findById(db: Db, id: string): Promise<PublicationWithOwner | undefined> {
  const [row] = await selectPublications(db).where(eq(publications.id, id)).limit(1)
  return row
}

/** When each of a person's publications since then was made, the earliest first. */
export async function listMadeSince(db: Db, ownerId: string, since: Date): Promise<Date[]> {
  const { createdAt } = publications
  const rows = await db
    .select({ createdAt })
    .from(publications)
    .where(and(eq(publications.ownerId, ownerId), gt(createdAt, since)))
    .orderBy(asc(createdAt))
  return rows.map((row) => row.createdAt)
}

export async function insertPublication(db: Db, row: NewRow): Promise<void> {
  await db.insert(publications).values(row)
}

/** Locks it until the transaction ends; what only refers to it (a foreign key's check) does not wait for that. */
export async function findByIdForUpdate(tx: Db, id: string) {
  const [row] = await tx.select().from(publications).where(eq(publications.id, id)).for('no key update')
  return row
}

/**
 * Under the first of these slugs that no publication has.
 * @returns the slug. @throws Problem `exists_already` if the name is taken.
 */
export async function insertUnderSlug(tx: Db, row: Omit<NewRow, 'slug'>, candidates: string[]): Promise<string> {
  for (const slug of candidates) {
    const insert = tx
      .insert(publications)
      .values({ ...row, slug })
      .onConflictDoNothing({ target: publications.slug })
    const [made] = await refuseTakenName(insert.returning({ slug: publications.slug }))
    if (made) return made.slug
  }
  throw new Error('No slug was free, not even the one with the id')
}

/** Leaves undefined fields as they are. @throws Problem `exists_already` if the name is taken. */
export async function markPublication(
  tx: Db,
  id: string,
  { name, description, image }: { [Field in 'name' | 'description' | 'image']?: NewRow[Field] | undefined },
): Promise<void> {
  if (name === undefined && description === undefined && image === undefined) return
  await refuseTakenName(tx.update(publications).set({ name, description, image }).where(eq(publications.id, id)))
}

async function refuseTakenName<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query
  } catch (cause) {
    const { code, constraint } = ((cause as Error).cause ?? {}) as { code?: string; constraint?: string }
    if (code !== '23505' || constraint !== 'publications_name_key') throw cause
    const detail = 'A publication with this name already exists.'
    throw new Problem('exists_already', { detail, fields: { name: detail }, cause })
  }
}
