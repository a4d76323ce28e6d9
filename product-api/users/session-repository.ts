import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Actor } from '../context.ts'
import type { Db } from '../db/client.ts'
import { sessions } from '../db/tables/sessions.ts'
import { users } from '../db/tables/users.ts'

export type SessionRow = typeof sessions.$inferSelect

export async function findSession(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ actor: Actor; lastSeenAt: Date } | undefined> {
  const [row] = await db
    .select({
      actor: { id: users.id, role: users.role, name: users.name, email: users.email, sessionId: sessions.id },
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
    .limit(1)
  return row
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

/** The latest first, and no more than anybody looks at. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt), desc(sessions.id))
    .limit(200)
}

/** @returns whether this person had such a session. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return gone.length > 0
}

/** All of somebody's but the one that is kept. */
export async function deleteSessions(db: Db, userId: string, keptId?: string): Promise<void> {
  const kept = keptId ? ne(sessions.id, keptId) : sql`true`
  await db.delete(sessions).where(and(eq(sessions.userId, userId), kept))
}

export async function deleteExpiredSessions(db: Db, userId: string, now: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, now)))
}

export async function deleteAllExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
}
