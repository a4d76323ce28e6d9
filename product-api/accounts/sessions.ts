import { randomUUID } from 'node:crypto'
import { recordAudit } from '#platform/audit.ts'
import type { Actor, Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound } from '#platform/problem.ts'
import * as repository from './sessions/repository.ts'
import { hashToken, newToken } from './tokens/token.ts'

// The face of this room: other rooms know no repository of it.
export { hasSession, type SessionRow } from './sessions/repository.ts'
export type SignInMethod = 'password' | 'google' | 'passkey'

/** What a sign-in hands out; the token is nowhere else. */
export type OpenedSession = { token: string; expiresAt: Date }

const dayMs = 24 * 60 * 60 * 1000
const sessionMs = 30 * dayMs
/** How long one that is not used stays: an administrator's opens more, so it ends sooner. */
const idleMs = { user: 14 * dayMs, admin: dayMs } as const
const seenEveryMs = 5 * 60 * 1000
const sessionsMost = 100

function livingAt(now: Date): repository.Living {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return { now, seenAfter: { user: before(idleMs.user), admin: before(idleMs.admin) } }
}

/** The user behind a token, or undefined. */
export async function findActor(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<Actor | undefined> {
  const tokenHash = hashToken(token)
  const now = ctx.now()
  const session = await repository.findSession(ctx.db, tokenHash, livingAt(now))
  const before = new Date(now.getTime() - seenEveryMs)
  // Now and then, not at every call: a reader who clicks is no reason to write.
  if (session && session.lastSeenAt < before) await repository.markSeen(ctx.db, tokenHash, { now, before })
  return session?.actor
}

/**
 * Opens a session that records where the call came from; deletes the person's ended sessions, and the oldest beyond a
 * hundred.
 */
export async function startSession(
  ctx: Context,
  tx: Db,
  { userId, method }: { userId: string; method: SignInMethod },
): Promise<OpenedSession> {
  const token = newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + sessionMs)
  await repository.deleteEndedSessions(tx, livingAt(now), userId)
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

/** Whether a sign-in's session is kept: for those whose commit was cut off. */
export function isSessionKept({ db }: Pick<Context, 'db'>, { token }: OpenedSession): Promise<boolean> {
  return repository.hasToken(db, hashToken(token))
}

export function signOut(ctx: SignedInContext): Promise<void> {
  const { id, email, sessionId = '' } = ctx.actor
  const end = async (tx: Db) => {
    const ended = await repository.deleteSession(tx, id, sessionId)
    if (ended) await recordAudit(ctx, tx, { action: 'sign_out', userId: id, email })
  }
  return transaction(ctx.db, end, { isThere: () => isGone(ctx, sessionId) })
}

/** Whether the caller has no such session any more. */
async function isGone({ db, actor }: SignedInContext, sessionId: string): Promise<boolean> {
  return !(await repository.hasSession(db, actor.id, sessionId))
}

export function listSessions(ctx: SignedInContext): Promise<repository.SessionRow[]> {
  return repository.listSessions(ctx.db, ctx.actor.id, livingAt(ctx.now()))
}

/** @throws Problem `not_found` for what is not the caller's own. */
export function endSession(ctx: SignedInContext, sessionId: string): Promise<void> {
  const { id, email } = ctx.actor
  const end = async (tx: Db) => {
    const ended = isId(sessionId) && (await repository.deleteSession(tx, id, sessionId))
    if (!ended) throw notFound('session')
    await recordAudit(ctx, tx, { action: 'session_ended', userId: id, email })
  }
  return transaction(ctx.db, end, { isThere: () => isGone(ctx, sessionId) })
}

export function endAllSessions(ctx: SignedInContext): Promise<void> {
  const { id, email, sessionId = '' } = ctx.actor
  const end = async (tx: Db) => {
    await repository.deleteSessions(tx, id)
    await recordAudit(ctx, tx, { action: 'sessions_ended', userId: id, email })
  }
  return transaction(ctx.db, end, { isThere: () => isGone(ctx, sessionId) })
}

/** Inside the caller's transaction: everywhere but in the session that is kept. */
export function endSessionsOf(tx: Db, userId: string, keptId?: string): Promise<void> {
  return repository.deleteSessions(tx, userId, keptId)
}

/** The session of the call itself ends, no matter whose it is: a token never outlives a sign-in with it. */
export async function endCallersSession({ actor }: Pick<Context, 'actor'>, tx: Db): Promise<void> {
  if (actor?.sessionId) await repository.deleteSession(tx, actor.id, actor.sessionId)
}

/** Everyone's sessions that no longer work. */
export function forgetEndedSessions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  return repository.deleteEndedSessions(db, livingAt(now()))
}
