import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { type AccountTokenRow, accountTokens } from '#platform/db/tables/accounts.ts'
import { clientOf } from '#platform/limits/limit-keys.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, newToken } from './token.ts'

const hourMs = 60 * 60 * 1000

/** How long a link of each kind is valid. */
const lifeMs = { reset_password: hourMs, prove_email: 3 * 24 * hourMs, change_email: 24 * hourMs } as const

type LinkPurpose = keyof typeof lifeMs

/** @returns the token of a new link; only its hash is kept. Links that are too old go. */
export async function makeLinkToken(
  ctx: Pick<Context, 'db' | 'now'>,
  { purpose, userId, email }: { purpose: LinkPurpose; userId: string; email: string },
): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + lifeMs[purpose])
  await deleteExpiredTokens(ctx.db, now)
  await insertToken(ctx.db, {
    tokenHash: hashToken(token),
    purpose,
    userId,
    email,
    expiresAt,
    createdAt: now,
  })
  return token
}

/**
 * What a link is for, without using it up. Only links that don't exist are counted, by client: someone with a valid one
 * is never blocked by what others try from the same address.
 * @throws Problem `invalid_link`, `too_many_requests`.
 */
export async function readLink(
  ctx: Context,
  purposes: readonly LinkPurpose[],
  token: string,
): Promise<AccountTokenRow> {
  const link = await findToken(ctx.db, { tokenHash: hashToken(token), purposes, now: ctx.now() })
  if (link) return link
  await ctx.limits.take('link', clientOf(ctx.caller))
  throw invalidLink()
}

/**
 * Uses a link up, in the caller's transaction. The account is locked before it: a transaction that takes both takes the
 * account first.
 * @throws Problem `invalid_link` for the second to come, too.
 */
export async function useLink(
  ctx: Context,
  tx: Db,
  purposes: readonly LinkPurpose[],
  token: string,
): Promise<AccountTokenRow> {
  const link = await deleteToken(tx, { tokenHash: hashToken(token), purposes, now: ctx.now() })
  if (!link) throw invalidLink()
  return link
}

/** Links that were sent earlier stop working. */
export function cancelLinks(tx: Db, userId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  return deleteTokensOf(tx, userId, purposes)
}

export function invalidLink(): Problem {
  return new Problem('invalid_link', {
    detail: 'This link has already been used or has expired. Please ask for a new one.',
  })
}

export function forgetExpiredLinks({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  return deleteExpiredTokens(db, now())
}

type Purpose = AccountTokenRow['purpose']

type Asked = { tokenHash: string; purposes: readonly Purpose[]; now: Date }

async function insertToken(db: Db, row: AccountTokenRow): Promise<void> {
  await db.insert(accountTokens).values(row)
}

async function findToken(db: Db, asked: Asked): Promise<AccountTokenRow | undefined> {
  const [row] = await db.select().from(accountTokens).where(usable(asked)).limit(1)
  return row
}

/** The caller who gets the row has used up the link; no one else gets it. */
async function deleteToken(tx: Db, asked: Asked): Promise<AccountTokenRow | undefined> {
  const [row] = await tx.delete(accountTokens).where(usable(asked)).returning()
  return row
}

async function deleteTokensOf(tx: Db, userId: string, purposes: readonly Purpose[]): Promise<void> {
  await tx.delete(accountTokens).where(and(eq(accountTokens.userId, userId), inArray(accountTokens.purpose, purposes)))
}

async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, accountTokens, lt(accountTokens.expiresAt, now))
}

function usable({ tokenHash, purposes, now }: Asked) {
  return and(
    eq(accountTokens.tokenHash, tokenHash),
    inArray(accountTokens.purpose, purposes),
    gt(accountTokens.expiresAt, now),
  )
}
