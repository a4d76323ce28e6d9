import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { type PasskeyRow, passkeyChallenges, passkeys } from '#platform/db/tables/accounts.ts'

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

export async function findPasskey(db: Db, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id)).limit(1)
  return row
}

/** @returns whether it was new. */
export async function insertPasskey(tx: Db, row: PasskeyRow): Promise<boolean> {
  const made = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })
  return made.length > 0
}

/** @returns whether the counter still was `from`: of two responses with the same count, only one is accepted. */
export async function markUsed(
  tx: Db,
  id: string,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set({ counter: to, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, from)))
    .returning({ id: passkeys.id })
  return used.length > 0
}

export async function deletePasskey(tx: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
  return deleted.length > 0
}

export async function deletePasskeys(tx: Db, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}

export async function insertChallenge(db: Db, row: typeof passkeyChallenges.$inferInsert): Promise<void> {
  await db.insert(passkeyChallenges).values(row)
}

export async function deleteChallenge(
  db: Db,
  { id, userId, now }: { id: string; userId: string | null; now: Date },
): Promise<string | undefined> {
  const isForUser = userId ? eq(passkeyChallenges.userId, userId) : sql`${passkeyChallenges.userId} is null`
  const [row] = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.id, id), isForUser, gt(passkeyChallenges.expiresAt, now)))
    .returning({ challenge: passkeyChallenges.challenge })
  return row?.challenge
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, passkeyChallenges, lt(passkeyChallenges.expiresAt, now))
}
