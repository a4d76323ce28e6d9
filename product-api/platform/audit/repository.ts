import { and, desc, eq, gt, inArray, lt, max, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { auditEvents } from '../db/tables/platform.ts'

export async function insertAuditEvent(db: Db, row: typeof auditEvents.$inferInsert): Promise<void> {
  await db.insert(auditEvents).values(row)
}

/** What an account's sign-ins have in common with one of `client` by `device`. */
export type SignInHistory = { any: boolean; sameClient: boolean; sameDevice: boolean }

/** Of the latest sign-ins; older ones than those say little about who it is today. */
export async function findSignInHistory(
  db: Db,
  { userId, client, device, since }: { userId: string; client: string; device: string; since: Date },
): Promise<SignInHistory> {
  const latest = db
    .select({ details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.userId, userId), eq(auditEvents.action, 'sign_in'), gt(auditEvents.at, since)))
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

/** The latest sign-in by one of these browsers, unless the password is another since: what was known before counts no more. */
export async function findKnownBrowser(
  db: Db,
  { userId, browsers, since }: { userId: string; browsers: string[]; since: Date },
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
        gt(auditEvents.at, since),
        gt(auditEvents.at, sql`coalesce((${changed}), '-infinity')`),
        inArray(browser, browsers),
      ),
    )
    .orderBy(desc(auditEvents.at))
    .limit(1)
  return row?.browser
}

export async function deleteEventsBefore(db: Db, at: Date): Promise<void> {
  await deleteInBatches(db, auditEvents, lt(auditEvents.at, at))
}
