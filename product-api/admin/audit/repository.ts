import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/db/client.ts'
import { listIdsOfAny } from '#platform/db/match-words.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { auditEvents } from '#platform/db/tables/platform.ts'

/** Filters by the actor or the affected account or address. */
export type Concerned = { userIds: readonly string[]; email: string | undefined }
export type WantedEvents = {
  action: string | undefined
  from: Date | undefined
  until: Date | undefined
  after: TimePlace | undefined
  limit: number
}

const newestFirst = [desc(auditEvents.at), desc(auditEvents.id)] as const
const actors = alias(users, 'actors')
const columns = {
  id: auditEvents.id,
  at: auditEvents.at,
  action: auditEvents.action,
  actorId: auditEvents.actorId,
  actorName: actors.name,
  userId: auditEvents.userId,
  userName: users.name,
  email: auditEvents.email,
  address: auditEvents.address,
  userAgent: auditEvents.userAgent,
  details: auditEvents.details,
}
export type EventRow = Awaited<ReturnType<typeof listByIds>>[number]

/** Newest first; all events if `concerned` is undefined. */
export async function listEvents(db: Db, concerned: Concerned | undefined, wanted: WantedEvents): Promise<EventRow[]> {
  const ids = await listIdsOfAny(db, concerned ? idsOf(db, concerned, wanted) : [newestIds(db, undefined, wanted)])
  const rows = await listByIds(db, ids)
  return rows.slice(0, wanted.limit)
}

function idsOf(db: Db, { userIds, email }: Concerned, wanted: WantedEvents) {
  const ofEmail = sql`lower(${auditEvents.email}) = lower(${email}) and ${auditEvents.email} <> ''`
  // One query for each account and column: each walks its own index and stops after a page.
  return [
    ...userIds.flatMap((id) => [eq(auditEvents.actorId, id), eq(auditEvents.userId, id)]),
    ...(email ? [ofEmail] : []),
  ].map((condition) => newestIds(db, condition, wanted))
}

function newestIds(db: Db, condition: SQL | undefined, { action, from, until, after, limit }: WantedEvents) {
  return db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        condition,
        action ? eq(auditEvents.action, action) : undefined,
        from && gte(auditEvents.at, from),
        until && lt(auditEvents.at, until),
        after &&
          sql`(${auditEvents.at}, ${auditEvents.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit)
}

function listByIds(db: Db, ids: string[]) {
  return db
    .select(columns)
    .from(auditEvents)
    .leftJoin(actors, eq(actors.id, auditEvents.actorId))
    .leftJoin(users, eq(users.id, auditEvents.userId))
    .where(inArray(auditEvents.id, ids))
    .orderBy(...newestFirst)
}
