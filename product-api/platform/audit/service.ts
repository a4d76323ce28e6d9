import type { AuditAction } from '#contract/audit.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/id.ts'
import * as repository from './repository.ts'

export type AuditEvent = {
  action: AuditAction
  /** Whose account it is about. */
  userId?: string | undefined
  email?: string | undefined
  /** Never a password, a token or anything else that opens a door. */
  details?: Record<string, string>
}

/** Keeps who did it, when and from where, in the transaction of the change itself: neither exists without the other. */
export async function recordAudit(
  ctx: Pick<Context, 'now' | 'actor' | 'caller'>,
  tx: Db,
  { action, userId, email = '', details = {} }: AuditEvent,
): Promise<void> {
  const at = ctx.now()
  const { address, userAgent } = ctx.caller ?? { address: '', userAgent: '' }
  const actorId = ctx.actor?.id ?? null
  await repository.insertAuditEvent(tx, {
    id: newId(at),
    at,
    action,
    actorId,
    userId,
    email,
    address,
    userAgent,
    details,
  })
}

const dayMs = 24 * 60 * 60 * 1000

/** What is known of a client (`clientOf`) by the sign-ins of an account within `days`. */
export function findSignInHistory(
  ctx: Pick<Context, 'now'>,
  db: Db,
  { days, ...of }: { userId: string; client: string; device: string; days: number },
): Promise<repository.SignInHistory> {
  return repository.findSignInHistory(db, { ...of, since: new Date(ctx.now().getTime() - days * dayMs) })
}

/** The one of `browsers` (hashes) that an account was signed in to by within `days`, and since its password was last changed. */
export function findKnownBrowser(
  ctx: Pick<Context, 'now'>,
  db: Db,
  { days, ...of }: { userId: string; browsers: string[]; days: number },
): Promise<string | undefined> {
  return repository.findKnownBrowser(db, { ...of, since: new Date(ctx.now().getTime() - days * dayMs) })
}

const keptDays = 365

/** The privacy statement promises a year. */
export function forgetOldEvents(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  return repository.deleteEventsBefore(ctx.db, new Date(ctx.now().getTime() - keptDays * dayMs))
}
