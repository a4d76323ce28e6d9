import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { publications } from '../db/tables/publications.ts'
import { users } from '../db/tables/users.ts'

const columns = { ...getTableColumns(publications), ownerName: users.name }
export type PublicationWithOwner = typeof publications.$inferSelect & { ownerName: string | null }

const selectPublications = (db: Db) =>
  db.select(columns).from(publications).leftJoin(users, eq(users.id, publications.ownerId))

/** By name; the ones after the publication of a name, which need not be there any more. */
export async function listPublications(
  db: Db,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<PublicationWithOwner[]> {
  const name = sql`lower(${publications.name})`
  return selectPublications(db)
    .where(after === undefined ? undefined : sql`${name} > lower(${after})`)
    .orderBy(name)
    .limit(limit)
}

export async function listPublicationsOf(db: Db, ownerId: string): Promise<PublicationWithOwner[]> {
  return selectPublications(db).where(eq(publications.ownerId, ownerId)).orderBy(asc(publications.name)).limit(1_000)
}

/** The slug wins where one publication's slug is another's name. */
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

export async function insertPublication(db: Db, row: typeof publications.$inferInsert): Promise<void> {
  await db.insert(publications).values(row)
}
