import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import type { Actor } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { sessions, type UserRow, users } from '#platform/db/tables/accounts.ts'

export type SessionRow = typeof sessions.$inferSelect

/** A session is active if it has not expired at `now` and was seen after the time for its owner's role. */
export type ActiveCriteria = { now: Date; seenAfter: Record<UserRow['role'], Date> }

const actor = {
  id: users.id,
  role: users.role,
  name: users.name,
  email: users.email,
  sessionId: sessions.id,
  signedInAt: sessions.createdAt,
}

export async function findSession(
  db: Db,
  tokenHash: string,
  active: ActiveCriteria,
): Promise<{ actor: Actor; lastSeenAt: Date } | undefined> {
  const [row] = await db
    .select({ actor, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), isActive(active)))
    .limit(1)
  return row
}

/** Whether there is a session with this token, expired or not. */
export async function hasToken(db: Db, tokenHash: string): Promise<boolean> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.tokenHash, tokenHash))
  return rows.length > 0
}

/** Whether this person has a session with this id, expired or not. */
export async function hasSession(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
  return rows.length > 0
}

export async function markSeen(db: Db, tokenHash: string, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.lastSeenAt, before)))
}

export async function insertSession(db: Db, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row)
}

/** The latest first. */
export async function listSessions(db: Db, userId: string, active: ActiveCriteria): Promise<SessionRow[]> {
  return db
    .select(getTableColumns(sessions))
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), isActive(active)))
    .orderBy(...latestFirst)
    .limit(200)
}

/** @returns whether this person had such a session. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return deleted.length > 0
}

/** Deletes all of a person's sessions except `keptId`. */
export async function deleteSessions(db: Db, userId: string, keptId?: string): Promise<void> {
  const kept = keptId ? ne(sessions.id, keptId) : sql`true`
  await db.delete(sessions).where(and(eq(sessions.userId, userId), kept))
}

/** Deletes a person's sessions that are no longer active; everyone's without a `userId`. */
export async function deleteExpiredSessions(db: Db, active: ActiveCriteria, userId?: string): Promise<void> {
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sessions.userId), isActive(active)))
  await deleteInBatches(db, sessions, and(userId ? eq(sessions.userId, userId) : undefined, notExists(owner)))
}

/** Keeps only the `kept` sessions of a person that were seen last. */
export async function deleteOldestSessions(db: Db, userId: string, kept: number): Promise<void> {
  const beyond = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(...latestFirst)
    .offset(kept)
  await db.delete(sessions).where(and(eq(sessions.userId, userId), inArray(sessions.tokenHash, beyond)))
}

const latestFirst = [desc(sessions.lastSeenAt), desc(sessions.createdAt), desc(sessions.id)]

/** A condition for queries that join the session's owner, who must not be suspended. */
function isActive({ now, seenAfter }: ActiveCriteria) {
  const isSeen = or(
    and(eq(users.role, 'user'), gt(sessions.lastSeenAt, seenAfter.user)),
    and(eq(users.role, 'admin'), gt(sessions.lastSeenAt, seenAfter.admin)),
  )
  return and(gt(sessions.expiresAt, now), isSeen, isNull(users.suspendedAt))
}
