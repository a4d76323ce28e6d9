import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { recordAudit } from '#platform/audit.ts'
import type { Actor, Context, SignedInContext } from '#platform/context.ts'
import { dayMs } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { deleteInBatches } from '#platform/db/delete-in-batches.ts'
import { isId } from '#platform/db/id.ts'
import { prepared } from '#platform/db/prepared.ts'
import { sessions, type UserRow, users } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { findUserForUpdate } from './users.ts'

export type SignInMethod = 'password' | 'google' | 'passkey'

/** The session's token is returned only here; the database has its hash. */
export type OpenedSession = { token: string; expiresAt: Date }

const sessionMs = 30 * dayMs
/** The idle timeout; shorter for administrators, who have more rights. */
const idleMs = { user: 14 * dayMs, admin: dayMs } as const
const seenEveryMs = 5 * 60 * 1000
const sessionsMost = 100

const actor = {
  ...{ id: users.id, role: users.role, name: users.name, email: users.email },
  ...{ sessionId: sessions.id, signedInAt: sessions.createdAt },
}

const activeSession = prepared('session', (db) =>
  db
    .select({ actor, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), isActive(sql.placeholder('now')))),
)

/** The user behind a token, or undefined. */
export async function findActor(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<Actor | undefined> {
  const tokenHash = hashToken(token)
  const now = ctx.now()
  const [session] = await activeSession(ctx.db).execute({ tokenHash, now: now.toISOString() })
  const before = new Date(now.getTime() - seenEveryMs)
  // At most every five minutes, so that reads don't cause a write each.
  if (session && session.lastSeenAt < before) {
    await ctx.db
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(and(eq(sessions.tokenHash, tokenHash), lt(sessions.lastSeenAt, before)))
  }
  return session?.actor
}

/**
 * Starts a session and records the caller's address and browser; deletes the person's expired sessions, and the oldest
 * beyond a hundred.
 */
export async function startSession(
  ctx: Context,
  tx: Db,
  { userId, method }: { userId: string; method: SignInMethod },
): Promise<OpenedSession> {
  const token = newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + sessionMs)
  await deleteExpiredSessions(tx, now, userId)
  await deleteOldestSessions(tx, userId, sessionsMost - 1)
  const { address, userAgent } = ctx.caller ?? { address: '', userAgent: '' }
  const times = { lastSeenAt: now, createdAt: now, expiresAt }
  const session = { tokenHash: hashToken(token), userId, id: randomUUID(), method, address, userAgent, ...times }
  await tx.insert(sessions).values(session)
  return { token, expiresAt }
}

/** Whether the session exists: tells if a sign-in whose commit was interrupted has happened. */
export async function isSessionStored({ db }: Pick<Context, 'db'>, { token }: OpenedSession): Promise<boolean> {
  const isOfToken = eq(sessions.tokenHash, hashToken(token))
  return (await db.select({ id: sessions.id }).from(sessions).where(isOfToken)).length > 0
}

export function signOut(ctx: SignedInContext): Promise<void> {
  const { id, email, sessionId = '' } = ctx.actor
  return ending(ctx, sessionId, async (tx) => {
    const ended = await deleteSession(tx, id, sessionId)
    if (ended) await recordAudit(ctx, tx, { action: 'sign_out', userId: id, email })
  })
}

/** Runs `end` in a transaction that ends a session of the caller's. */
function ending({ db, actor }: SignedInContext, sessionId: string, end: (tx: Db) => Promise<void>): Promise<void> {
  return transaction(db, end, { isThere: async () => !(await hasSession(db, actor.id, sessionId)) })
}

/** The latest first. */
export async function listSessions({ db, now, actor }: SignedInContext): Promise<SessionRow[]> {
  return db
    .select(getTableColumns(sessions))
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, actor.id), isActive(now())))
    .orderBy(...latestFirst)
    .limit(200)
}

/** @throws Problem `not_found` unless it is the caller's own. */
export function endSession(ctx: SignedInContext, sessionId: string): Promise<void> {
  const { id, email } = ctx.actor
  return ending(ctx, sessionId, async (tx) => {
    const ended = isId(sessionId) && (await deleteSession(tx, id, sessionId))
    if (!ended) throw notFound('session')
    await recordAudit(ctx, tx, { action: 'session_ended', userId: id, email })
  })
}

export function endAllSessions(ctx: SignedInContext): Promise<void> {
  const { id, email, sessionId = '' } = ctx.actor
  return ending(ctx, sessionId, async (tx) => {
    await endSessionsOf(tx, id)
    await recordAudit(ctx, tx, { action: 'sessions_ended', userId: id, email })
  })
}

/** Ends all of a person's sessions but `keptId`, in the caller's transaction. */
export async function endSessionsOf(tx: Db, userId: string, keptId?: string): Promise<void> {
  const kept = keptId ? ne(sessions.id, keptId) : undefined
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), kept))
}

/** Ends the session that a sign-in came with, whoever's it is: a sign-in replaces the browser's session. */
export async function endCallersSession({ actor }: Pick<Context, 'actor'>, tx: Db): Promise<void> {
  if (actor?.sessionId) await deleteSession(tx, actor.id, actor.sessionId)
}

export function deleteAllExpiredSessions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  return deleteExpiredSessions(db, now())
}

export type SessionRow = typeof sessions.$inferSelect

/** Whether this person has a session with this id, expired or not. */
export async function hasSession(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
  return rows.length > 0
}

/** @returns whether this person had such a session. */
async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  return deleted.length > 0
}

/** Deletes a person's sessions that are no longer active; everyone's without a `userId`. */
async function deleteExpiredSessions(db: Db, now: Date, userId?: string): Promise<void> {
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sessions.userId), isActive(now)))
  await deleteInBatches(db, sessions, and(userId ? eq(sessions.userId, userId) : undefined, notExists(owner)))
}

/** Keeps only the `kept` sessions of a person that were seen last. */
async function deleteOldestSessions(db: Db, userId: string, kept: number): Promise<void> {
  const beyond = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(...latestFirst)
    .offset(kept)
  await db.delete(sessions).where(and(eq(sessions.userId, userId), inArray(sessions.tokenHash, beyond)))
}

const latestFirst = [desc(sessions.lastSeenAt), desc(sessions.createdAt), desc(sessions.id)]

/**
 * A condition for queries that join the session's owner, who must not be suspended: the session has not expired, and was
 * seen within the idle timeout for the owner's role.
 */
function isActive(now: Date | Placeholder): SQL | undefined {
  const at = sql`${now instanceof Date ? now.toISOString() : now}::timestamptz`
  const isSeen = (['user', 'admin'] as const).map((role) =>
    and(eq(users.role, role), sql`${sessions.lastSeenAt} > ${at} - make_interval(secs => ${idleMs[role] / 1_000})`),
  )
  return and(sql`${sessions.expiresAt} > ${at}`, or(...isSeen), isNull(users.suspendedAt))
}

/** A secret of 256 random bits: a session's token, or the token of a link in an email. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored hash of a token. A fast hash is enough: tokens have full entropy. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Locks the caller's account until the transaction ends, and checks that the session still exists: a password reset in
 * the meantime has ended it.
 * @throws Problem `unauthenticated` if the account or the session is gone.
 */
export async function lockCallersAccount({ actor }: SignedInContext, tx: Db): Promise<UserRow> {
  const user = await findUserForUpdate(tx, actor.id)
  // Check after locking: every operation that ends all sessions locks the account too.
  const isSignedIn = user && actor.sessionId && (await hasSession(tx, user.id, actor.sessionId))
  if (!isSignedIn) throw new Problem('unauthenticated')
  return user
}
