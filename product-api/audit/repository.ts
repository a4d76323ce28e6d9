import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { auditEvents } from '../db/tables/audit-events.ts'

export async function insertAuditEvent(db: Db, row: typeof auditEvents.$inferInsert): Promise<void> {
  await db.insert(auditEvents).values(row)
}

/** What an account's sign-ins have in common with one from `address` by `device`. */
export type SignInHistory = { any: boolean; sameAddress: boolean; sameDevice: boolean }

/** Of the latest sign-ins; older ones than those say little about who it is today. */
export async function findSignInHistory(
  db: Db,
  { userId, address, device, since }: { userId: string; address: string; device: string; since: Date },
): Promise<SignInHistory> {
  const latest = db
    .select({ address: auditEvents.address, details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.userId, userId), eq(auditEvents.action, 'sign_in'), gt(auditEvents.at, since)))
    .orderBy(desc(auditEvents.at))
    .limit(1_000)
    .as('latest')
  const [row] = await db
    .select({
      any: sql<boolean>`count(*) > 0`,
      sameAddress: sql<boolean>`coalesce(bool_or(${latest.address} = ${address}), false)`,
      sameDevice: sql<boolean>`coalesce(bool_or(${latest.details}->>'device' = ${device}), false)`,
    })
    .from(latest)
  return row ?? { any: false, sameAddress: false, sameDevice: false }
}

export async function deleteEventsBefore(db: Db, at: Date): Promise<void> {
  await db.delete(auditEvents).where(lt(auditEvents.at, at))
}
