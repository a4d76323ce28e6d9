import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { listUserIdsByName } from '#accounts/users.ts'
import type { AuditAction } from '#contract/audit.ts'
import { pickFields } from '#contract/story-fields.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { listIdsOfAny, wordsOf } from '#platform/db/match-words.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { auditEvents } from '#platform/db/tables/platform.ts'

type Wanted = {
  action?: AuditAction | undefined
  /** Words of a name or an email, a complete email, or an id. */
  person?: string | undefined
  from?: string | undefined
  until?: string | undefined
  cursor?: string | undefined
  limit: number
}

const peopleMost = 10
const newestFirst = [desc(auditEvents.at), desc(auditEvents.id)] as const
const actors = alias(users, 'actors')
const ownFields = ['id', 'at', 'action', 'actorId', 'userId', 'email', 'address', 'userAgent', 'details'] as const
const columns = { ...pickFields(auditEvents, ownFields), actorName: actors.name, userName: users.name }
export type EventRow = Awaited<ReturnType<typeof listByIds>>[number]

/** Newest first. @throws Problem `bad_request` for a cursor of another list. */
export async function listAuditEvents(
  { db }: Pick<Context, 'db'>,
  { action, person = '', from, until, cursor, limit }: Wanted,
): Promise<Page<EventRow>> {
  const after = decodeTimeCursor(cursor)
  const isWanted = and(
    action && eq(auditEvents.action, action),
    from === undefined ? undefined : gte(auditEvents.at, new Date(from)),
    until === undefined ? undefined : lt(auditEvents.at, new Date(until)),
    after && sql`(${auditEvents.at}, ${auditEvents.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
  )
  const concerned = await conditionsFor(db, person.trim())
  const read = async (limit: number) => {
    const newestIds = (condition: SQL | undefined) =>
      db
        .select({ id: auditEvents.id })
        .from(auditEvents)
        .where(and(condition, isWanted))
        .orderBy(...newestFirst)
        .limit(limit)
    const rows = await listByIds(db, await listIdsOfAny(db, concerned.map(newestIds)))
    return rows.slice(0, limit)
  }
  return pageOf(limit, read, encodeTimeCursor)
}

/** Any of these: a person is the actor, or the affected account or address. All events without a person. */
async function conditionsFor(db: Db, person: string): Promise<(SQL | undefined)[]> {
  if (person === '') return [undefined]
  const words = isId(person) ? [] : wordsOf(person)
  const found = words.length > 0 ? await listUserIdsByName(db, words, peopleMost) : []
  const userIds = isId(person) ? [person] : found
  const ofEmail = sql`lower(${auditEvents.email}) = lower(${person}) and ${auditEvents.email} <> ''`
  // One query for each account and column: each walks its own index and stops after a page.
  return [
    ...userIds.flatMap((id) => [eq(auditEvents.actorId, id), eq(auditEvents.userId, id)]),
    ...(person.includes('@') ? [ofEmail] : []),
  ]
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
