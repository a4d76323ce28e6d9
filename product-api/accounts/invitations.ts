import { and, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context, SignedInContext } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { newId } from '#platform/db/id.ts'
import { type Page, type PageRequest, pageByTime, type TimePlace } from '#platform/db/paging.ts'
import { type InvitationRow, invitations, users } from '#platform/db/tables/accounts.ts'
import { hashToken, newToken } from './sessions.ts'

const validDays = 14
const keptDays = 365

/** An invitation with the names of who made it and who accepted it. */
export type NamedInvitation = { invitation: InvitationRow; inviterName: string | null; accepterName: string | null }

const inviters = alias(users, 'inviters')

/** Finds an invitation that can still be used, by its id or by the token of its link. */
export async function findOpenInvitation(
  { now }: Pick<Context, 'now'>,
  db: Db,
  by: { id: string } | { token: string },
): Promise<NamedInvitation | undefined> {
  const isWanted = 'id' in by ? eq(invitations.id, by.id) : eq(invitations.tokenHash, hashToken(by.token))
  const [found] = await selectNamed(db)
    .where(and(isWanted, isUsable(now())))
    .limit(1)
  return found
}

/**
 * Finds and locks an open invitation of an address: of two sign-ups with one invitation, the second waits here, and
 * finds none. With a token it must be that of the invitation's newest email.
 */
export async function findInvitationForUpdate(
  { now }: Pick<Context, 'now'>,
  tx: Db,
  { email, token }: { email: string; token?: string | undefined },
): Promise<InvitationRow | undefined> {
  const isWanted = and(isOf(email), token === undefined ? undefined : eq(invitations.tokenHash, hashToken(token)))
  const [found] = await tx
    .select()
    .from(invitations)
    .where(and(isWanted, isUsable(now())))
    .for('update')
  return found
}

/**
 * Invites an address, or renews its open invitation; a link that is out already goes on working until the new email.
 * @returns its id, and whether it was there before.
 */
export async function putInvitation(
  ctx: SignedInContext,
  tx: Db,
  email: string,
): Promise<{ id: string; isRenewed: boolean }> {
  const now = ctx.now()
  const madeId = newId(now)
  const expiresAt = new Date(now.getTime() + validDays * dayMs)
  // Drizzle names only columns as the target of a conflict, and this index is on an expression.
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into invitations (id, email, invited_by, created_at, expires_at)
    values (${madeId}, ${email}, ${ctx.actor.id}, ${now.toISOString()}, ${expiresAt.toISOString()})
    on conflict (lower(email)) where accepted_at is null do update
      set invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id`)
  const id = rows[0]?.id ?? madeId
  return { id, isRenewed: id !== madeId }
}

/** Makes a token for the email of an open invitation; the links of earlier emails end. */
export async function renewToken(db: Db, id: string): Promise<string> {
  const token = newToken()
  await db
    .update(invitations)
    .set({ tokenHash: hashToken(token) })
    .where(and(eq(invitations.id, id), isNull(invitations.acceptedAt)))
  return token
}

export async function markAccepted(tx: Db, id: string, { at, by }: { at: Date; by: string }): Promise<void> {
  const accepted = { acceptedAt: at, acceptedBy: by, tokenHash: null }
  await tx.update(invitations).set(accepted).where(eq(invitations.id, id))
}

/** Newest first. @throws Problem `bad_request` for a cursor of another list. */
export function listInvitations(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { state, ...page }: PageRequest & { state: 'all' | 'open' | 'accepted' },
): Promise<Page<NamedInvitation>> {
  const states = {
    open: isUsable(now()),
    accepted: isNotNull(invitations.acceptedAt),
    all: or(isUsable(now()), isNotNull(invitations.acceptedAt)),
  }
  const read = ({ after, limit }: { after: TimePlace | undefined; limit: number }) =>
    selectNamed(db)
      .where(
        and(
          states[state],
          after &&
            sql`(${invitations.createdAt}, ${invitations.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(desc(invitations.createdAt), desc(invitations.id))
      .limit(limit)
  return pageByTime(page, read, ({ invitation }) => ({ at: invitation.createdAt, id: invitation.id }))
}

export async function findInvitationByIdForUpdate(tx: Db, id: string): Promise<InvitationRow | undefined> {
  const [found] = await tx.select().from(invitations).where(eq(invitations.id, id)).for('update')
  return found
}

export async function deleteInvitation(tx: Db, id: string): Promise<void> {
  await tx.delete(invitations).where(eq(invitations.id, id))
}

/** Deletes the open invitation of an address that has an account by now. */
export async function deleteInvitationOf(tx: Db, email: string): Promise<void> {
  await tx.delete(invitations).where(and(isOf(email), isNull(invitations.acceptedAt)))
}

/** Deletes expired invitations, and accepted ones after a year. */
export async function forgetInvitations({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const yearAgo = new Date(now().getTime() - keptDays * dayMs)
  const isExpired = and(isNull(invitations.acceptedAt), lt(invitations.expiresAt, now()))
  await deleteInBatches(db, invitations, or(isExpired, lt(invitations.acceptedAt, yearAgo)))
}

function selectNamed(db: Db) {
  return db
    .select({ invitation: invitations, inviterName: inviters.name, accepterName: users.name })
    .from(invitations)
    .leftJoin(inviters, eq(inviters.id, invitations.invitedBy))
    .leftJoin(users, eq(users.id, invitations.acceptedBy))
}

function isUsable(now: Date) {
  return and(isNull(invitations.acceptedAt), gt(invitations.expiresAt, now))
}

function isOf(email: string) {
  return sql`lower(${invitations.email}) = lower(${email})`
}
