import { and, desc, eq, gt, inArray, lt, max, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit.ts'
import type { Context } from './context.ts'
import { dayMs } from './days.ts'
import type { Db } from './db/client.ts'
import { deleteInBatches } from './db/delete-in-batches.ts'
import { newId } from './db/id.ts'
import { auditEvents } from './db/tables/platform.ts'

const keptDays = 365

export type AuditEvent = {
  action: AuditAction
  /** The account that was acted on. */
  userId?: string | undefined
  email?: string | undefined
  /** Never a password, a token or anything else that grants access. */
  details?: Record<string, string>
}

/** Records who did it, when and from where, in the transaction of the change: neither exists without the other. */
export async function recordAudit(
  ctx: Pick<Context, 'now' | 'actor' | 'caller'>,
  tx: Db,
  { action, userId, email = '', details = {} }: AuditEvent,
): Promise<void> {
  const at = ctx.now()
  const { address, userAgent } = ctx.caller ?? { address: '', userAgent: '' }
  const actorId = ctx.actor?.id ?? null
  await tx
    .insert(auditEvents)
    .values({ id: newId(at), at, action, actorId, userId, email, address, userAgent, details })
}

/** Whether an account has recent sign-ins at all, by the same client, and on the same device. */
export type SignInHistory = { any: boolean; sameClient: boolean; sameDevice: boolean }

/**
 * Compares a client (`clientOf`) and a device with an account's sign-ins within `days`. Only the latest thousand count:
 * older ones say little about who it is today.
 */
export async function findSignInHistory(
  ctx: Pick<Context, 'now'>,
  db: Db,
  { userId, client, device, days }: { userId: string; client: string; device: string; days: number },
): Promise<SignInHistory> {
  const latest = db
    .select({ details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.userId, userId), eq(auditEvents.action, 'sign_in'), gt(auditEvents.at, ago(ctx, days))))
    .orderBy(desc(auditEvents.at))
    .limit(1_000)
    .as('latest')
  const [row] = await db
    .select({
      any: sql<boolean>`count(*) > 0`,
      sameClient: sql<boolean>`coalesce(bool_or(${latest.details}->>'client' = ${client}), false)`,
      sameDevice: sql<boolean>`coalesce(bool_or(${latest.details}->>'device' = ${device}), false)`,
    })
    .from(latest)
  return row ?? { any: false, sameClient: false, sameDevice: false }
}

/**
 * The one of `browsers` (hashes) that signed in to an account last, within `days`. Sign-ins before the latest change of
 * the password don't count.
 */
export async function findKnownBrowser(
  ctx: Pick<Context, 'now'>,
  db: Db,
  { userId, browsers, days }: { userId: string; browsers: string[]; days: number },
): Promise<string | undefined> {
  const browser = sql<string>`${auditEvents.details}->>'browser'`
  const changed = db
    .select({ at: max(auditEvents.at) })
    .from(auditEvents)
    .where(and(eq(auditEvents.userId, userId), inArray(auditEvents.action, ['password_reset', 'password_changed'])))
  const [row] = await db
    .select({ browser })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.userId, userId),
        eq(auditEvents.action, 'sign_in'),
        gt(auditEvents.at, ago(ctx, days)),
        gt(auditEvents.at, sql`coalesce((${changed}), '-infinity')`),
        inArray(browser, browsers),
      ),
    )
    .orderBy(desc(auditEvents.at))
    .limit(1)
  return row?.browser
}

/** Deletes events after a year, as the privacy statement promises. */
export async function forgetOldEvents(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteInBatches(ctx.db, auditEvents, lt(auditEvents.at, ago(ctx, keptDays)))
}

function ago({ now }: Pick<Context, 'now'>, days: number): Date {
  return new Date(now().getTime() - days * dayMs)
}
