import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { type AccountTokenRow, accountTokens } from '#platform/db/tables/accounts.ts'
import { clientOf } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, newToken } from '../sessions.ts'

const hourMs = 60 * 60 * 1000

/** How long a link of each kind is valid. */
const lifeMs = { reset_password: hourMs, prove_email: 3 * 24 * hourMs, change_email: 24 * hourMs } as const

type LinkPurpose = keyof typeof lifeMs
type Purposes = readonly LinkPurpose[]

/** Creates the token of a link in an email and stores its hash. Also deletes expired tokens. */
export async function createLinkToken(
  ctx: Pick<Context, 'db' | 'now'>,
  { purpose, userId, email }: { purpose: LinkPurpose; userId: string; email: string },
): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + lifeMs[purpose])
  await deleteExpiredLinks(ctx)
  const row = { tokenHash: hashToken(token), purpose, userId, email, expiresAt, createdAt: now }
  await ctx.db.insert(accountTokens).values(row)
  return token
}

/**
 * Finds a link without consuming it. Only unknown tokens count against the client's limit, so a valid link always
 * works, whatever others at the same address try.
 * @throws Problem `invalid_link`, `too_many_requests`.
 */
export async function readLink(ctx: Context, purposes: Purposes, token: string): Promise<AccountTokenRow> {
  const [link] = await ctx.db
    .select()
    .from(accountTokens)
    .where(isUsable(ctx, purposes, token))
    .limit(1)
  if (link) return link
  await ctx.limits.take('link', clientOf(ctx.caller))
  throw invalidLink()
}

/**
 * Consumes a link in the caller's transaction: only one caller gets the row. Lock the account first; every transaction
 * that needs both uses this order.
 * @throws Problem `invalid_link`.
 */
export async function consumeLink(ctx: Context, tx: Db, purposes: Purposes, token: string): Promise<AccountTokenRow> {
  const [link] = await tx
    .delete(accountTokens)
    .where(isUsable(ctx, purposes, token))
    .returning()
  if (!link) throw invalidLink()
  return link
}

/** Makes all links of these kinds invalid that were sent to a user. */
export async function revokeLinks(tx: Db, userId: string, purposes: Purposes): Promise<void> {
  await tx.delete(accountTokens).where(and(eq(accountTokens.userId, userId), inArray(accountTokens.purpose, purposes)))
}

export function invalidLink(): Problem {
  const detail = 'This link has already been used or has expired. Please ask for a new one.'
  return new Problem('invalid_link', { detail })
}

export async function deleteExpiredLinks({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteInBatches(db, accountTokens, lt(accountTokens.expiresAt, now()))
}

function isUsable({ now }: Pick<Context, 'now'>, purposes: Purposes, token: string) {
  return and(
    eq(accountTokens.tokenHash, hashToken(token)),
    inArray(accountTokens.purpose, purposes),
    gt(accountTokens.expiresAt, now()),
  )
}
