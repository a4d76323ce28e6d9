import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { identities, type UserRow, users } from '#platform/db/tables/accounts.ts'

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
