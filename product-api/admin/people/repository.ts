import { and, desc, eq, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { matchesName } from '#accounts/users.ts'
import type { Db } from '#platform/db/client.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import { type UserRow, users } from '#platform/db/tables/accounts.ts'

export type Filter = 'all' | 'admins' | 'suspended'
export type ListedPerson = { user: UserRow; suspendedByName: string | null; approvedByName: string | null }
type Wanted = { words: readonly string[]; filter: Filter; after: TimePlace | undefined; limit: number }

const suspender = alias(users, 'suspender')
const approver = alias(users, 'approver')

const filters: Record<Filter, SQL | undefined> = {
  all: undefined,
  // A literal: with a parameter, the planner couldn't use the partial index.
  admins: sql`${users.role} = 'admin'`,
  suspended: isNotNull(users.suspendedAt),
}

/** Newest first. */
export function listPeople(db: Db, { words, filter, after, limit }: Wanted): Promise<ListedPerson[]> {
  return select(db)
    .where(and(matchesName(words), filters[filter], after && isOlder(after)))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
}

export async function findPerson(db: Db, id: string): Promise<ListedPerson | undefined> {
  const [row] = await select(db).where(eq(users.id, id))
  return row
}

function select(db: Db) {
  return db
    .select({ user: users, suspendedByName: suspender.name, approvedByName: approver.name })
    .from(users)
    .leftJoin(suspender, eq(suspender.id, users.suspendedBy))
    .leftJoin(approver, eq(approver.id, users.mailingApprovedBy))
}

export type Activity = { lastSeenAt: Date | null; stories: number }

/**
 * Returns when each of these users was seen last, and how many public stories they have, counted up to `most`. The
 * `order by` makes the planner walk an index; without it, it would scan all stories.
 */
export async function listActivity(db: Db, ids: readonly string[], most: number): Promise<Map<string, Activity>> {
  const { rows } = await db.execute<{ id: string; seen: number | null; stories: number }>(sql`
    select person.id,
      (select extract(epoch from max(last_seen_at))::float8 from sessions where user_id = person.id) as seen,
      (select count(*)::int from (
        select from contents where author_id = person.id and not is_draft and deleted_at is null
        order by published_at desc, id desc limit ${most}
      ) as public) as stories
    from unnest(${sql.param(ids)}::uuid[]) as person (id)`)
  return new Map(
    rows.map(({ id, seen, stories }) => [id, { lastSeenAt: seen === null ? null : new Date(seen * 1000), stories }]),
  )
}

function isOlder({ at, id }: TimePlace): SQL | undefined {
  return or(lt(users.createdAt, at), and(eq(users.createdAt, at), lt(users.id, id)))
}
