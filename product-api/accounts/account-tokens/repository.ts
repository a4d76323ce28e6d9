import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { type AccountTokenRow, accountTokens } from '#platform/db/tables/accounts.ts'

export type Purpose = AccountTokenRow['purpose']

type Asked = { tokenHash: string; purposes: readonly Purpose[]; now: Date }

export async function insertToken(db: Db, row: AccountTokenRow): Promise<void> {
  await db.insert(accountTokens).values(row)
}

export async function findToken(db: Db, asked: Asked): Promise<AccountTokenRow | undefined> {
  const [row] = await db.select().from(accountTokens).where(usable(asked)).limit(1)
  return row
}

/** The caller who gets the row has used up the link; no one else gets it. */
export async function deleteToken(tx: Db, asked: Asked): Promise<AccountTokenRow | undefined> {
  const [row] = await tx.delete(accountTokens).where(usable(asked)).returning()
  return row
}

export async function deleteTokensOf(tx: Db, userId: string, purposes: readonly Purpose[]): Promise<void> {
  await tx.delete(accountTokens).where(and(eq(accountTokens.userId, userId), inArray(accountTokens.purpose, purposes)))
}

export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, accountTokens, lt(accountTokens.expiresAt, now))
}

function usable({ tokenHash, purposes, now }: Asked) {
  return and(
    eq(accountTokens.tokenHash, tokenHash),
    inArray(accountTokens.purpose, purposes),
    gt(accountTokens.expiresAt, now),
  )
}
