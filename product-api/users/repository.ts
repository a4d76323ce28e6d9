import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { contents } from '../db/tables/contents.ts'
import { identities } from '../db/tables/identities.ts'
import { publications } from '../db/tables/publications.ts'
import { type UserRow, users } from '../db/tables/users.ts'
import { Problem } from '../problem.ts'

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id)).limit(1)
  return row
}

/** Holds the account until the transaction ends; what only refers to it (a foreign key's check) does not wait for that. */
export async function findUserForUpdate(tx: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return row
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(sql`lower(${users.email}) = lower(${email})`).limit(1)
  return row
}

/** As `findUserForUpdate`. */
export async function findUserByEmailForUpdate(tx: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(sql`lower(${users.email}) = lower(${email})`).for('no key update')
  return row
}

export async function findAnyAdmin(db: Db): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.role, 'admin')).limit(1)
  return row
}

export async function countUsers(db: Db): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(users)
  return row?.count ?? 0
}

/** @throws Problem `exists_already` where the e-mail has an account. */
export async function insertUser(tx: Db, row: typeof users.$inferInsert): Promise<void> {
  await refuseTaken(tx.insert(users).values(row))
}

/** @throws Problem `exists_already` where the e-mail has an account. */
export async function markUser(
  tx: Db,
  id: string,
  change: Partial<Omit<UserRow, 'id' | 'createdAt'>> & { updatedAt: Date },
): Promise<UserRow> {
  const [row] = await refuseTaken(tx.update(users).set(change).where(eq(users.id, id)).returning())
  if (!row) throw new Error('An account was changed that is not there')
  return row
}

/** In which lists the stories of somebody stand, each once. */
export async function listPlacesOf(
  db: Db,
  userId: string,
): Promise<{ category: string; publication: { slug: string; name: string } | null }[]> {
  return db
    .selectDistinct({ category: contents.category, publication: { slug: publications.slug, name: publications.name } })
    .from(contents)
    .leftJoin(publications, eq(publications.id, contents.publicationId))
    .where(and(eq(contents.authorId, userId), eq(contents.isDraft, false), isNull(contents.deletedAt)))
}

export async function findUserByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(sql`${identities.issuer} = ${issuer} and ${identities.subject} = ${subject}`)
    .limit(1)
  return row?.user
}

export async function insertIdentity(tx: Db, row: typeof identities.$inferInsert): Promise<void> {
  await tx.insert(identities).values(row).onConflictDoNothing()
}

export async function hasIdentity(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ issuer: identities.issuer })
    .from(identities)
    .where(eq(identities.userId, userId))
    .limit(1)
  return rows.length > 0
}

export async function deleteIdentities(tx: Db, userId: string): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId))
}

async function refuseTaken<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query
  } catch (cause) {
    const { code, constraint } = ((cause as Error).cause ?? {}) as { code?: string; constraint?: string }
    if (code !== '23505' || constraint !== 'users_email_key') throw cause
    const detail = 'The user already exists in the record.'
    throw new Problem('exists_already', { detail, fields: { email: detail }, cause })
  }
}
