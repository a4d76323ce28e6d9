import { randomUUID } from 'node:crypto'
import { recordAudit } from '#platform/audit.ts'
import type { Actor, Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound } from '#platform/problem.ts'
import * as repository from './sessions/repository.ts'
import { hashToken, newToken } from './tokens/token.ts'

// For other rooms, which may not import a repository.
export { hasSession, type SessionRow } from './sessions/repository.ts'
export type SignInMethod = 'password' | 'google' | 'passkey'

/** The session's token is returned only here; the database has its hash. */
export type OpenedSession = { token: string; expiresAt: Date }

const dayMs = 24 * 60 * 60 * 1000
const sessionMs = 30 * dayMs
/** The idle timeout; shorter for administrators, who have more rights. */
const idleMs = { user: 14 * dayMs, admin: dayMs } as const
const seenEveryMs = 5 * 60 * 1000
const sessionsMost = 100

function activeAt(now: Date): repository.ActiveCriteria {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return { now, seenAfter: { user: before(idleMs.user), admin: before(idleMs.admin) } }
}

/** The user behind a token, or undefined. */
export async function findActor(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<Actor | undefined> {
  const tokenHash = hashToken(token)
  const now = ctx.now()
  const session = await repository.findSession(ctx.db, tokenHash, activeAt(now))
  const before = new Date(now.getTime() - seenEveryMs)
  // At most every five minutes, so that reads don't cause a write each.
  if (session && session.lastSeenAt < before) await repository.markSeen(ctx.db, tokenHash, { now, before })
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
  await repository.deleteExpiredSessions(tx, activeAt(now), userId)
  await repository.deleteOldestSessions(tx, userId, sessionsMost - 1)
  await repository.insertSession(tx, {
    tokenHash: hashToken(token),
    userId,
    id: randomUUID(),
    method,
    address: ctx.caller?.address ?? '',
    userAgent: ctx.caller?.userAgent ?? '',
    lastSeenAt: now,
    createdAt: now,
    expiresAt,
  })
  return { token, expiresAt }
}

/** Whether the session exists: tells if a sign-in whose commit was interrupted has happened. */
export function isSessionStored({ db }: Pick<Context, 'db'>, { token }: OpenedSession): Promise<boolean> {
  return repository.hasToken(db, hashToken(token))
}

export function signOut(ctx: SignedInContext): Promise<void> {
  const { id, email, sessionId = '' } = ctx.actor
  const end = async (tx: Db) => {
    const ended = await repository.deleteSession(tx, id, sessionId)
    if (ended) await recordAudit(ctx, tx, { action: 'sign_out', userId: id, email })
  }
  return transaction(ctx.db, end, { isThere: () => hasEnded(ctx, sessionId) })
}

async function hasEnded({ db, actor }: SignedInContext, sessionId: string): Promise<boolean> {
  return !(await repository.hasSession(db, actor.id, sessionId))
}

export function listSessions(ctx: SignedInContext): Promise<repository.SessionRow[]> {
  return repository.listSessions(ctx.db, ctx.actor.id, activeAt(ctx.now()))
}

/** @throws Problem `not_found` unless it is the caller's own. */
export function endSession(ctx: SignedInContext, sessionId: string): Promise<void> {
  const { id, email } = ctx.actor
  const end = async (tx: Db) => {
    const ended = isId(sessionId) && (await repository.deleteSession(tx, id, sessionId))
    if (!ended) throw notFound('session')
    await recordAudit(ctx, tx, { action: 'session_ended', userId: id, email })
  }
  return transaction(ctx.db, end, { isThere: () => hasEnded(ctx, sessionId) })
}

export function endAllSessions(ctx: SignedInContext): Promise<void> {
  const { id, email, sessionId = '' } = ctx.actor
  const end = async (tx: Db) => {
    await repository.deleteSessions(tx, id)
    await recordAudit(ctx, tx, { action: 'sessions_ended', userId: id, email })
  }
  return transaction(ctx.db, end, { isThere: () => hasEnded(ctx, sessionId) })
}

/** Ends all of a person's sessions but one, in the caller's transaction. */
export function endSessionsOf(tx: Db, userId: string, keptId?: string): Promise<void> {
  return repository.deleteSessions(tx, userId, keptId)
}

/** Ends the session that a sign-in came with, whoever's it is: a sign-in replaces the browser's session. */
export async function endCallersSession({ actor }: Pick<Context, 'actor'>, tx: Db): Promise<void> {
  if (actor?.sessionId) await repository.deleteSession(tx, actor.id, actor.sessionId)
}

export function deleteAllExpiredSessions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  return repository.deleteExpiredSessions(db, activeAt(now()))
}
