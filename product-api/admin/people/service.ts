import { and, desc, eq, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { matchesName } from '#accounts/users.ts'
import { countedStoriesMost } from '#contract/people.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { wordsOf } from '#platform/db/match-words.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf, type TimePlace } from '#platform/db/paging.ts'
import { type UserRow, users } from '#platform/db/tables/accounts.ts'

export type Person = ListedPerson & Activity

type Wanted = { query?: string | undefined; filter: Filter; cursor?: string | undefined; limit: number }

/** Newest first. @throws Problem `bad_request` for a cursor of another list. */
export async function listPeople(
  { db }: Pick<Context, 'db'>,
  { query = '', filter, cursor, limit }: Wanted,
): Promise<Page<Person>> {
  const after = decodeTimeCursor(cursor)
  const words = wordsOf(query)
  if (query.trim() !== '' && words.length === 0) return { rows: [], nextCursor: undefined }
  const read = (limit: number) =>
    select(db)
      .where(and(matchesName(words), filters[filter], after && isOlder(after)))
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(limit)
  const { rows, nextCursor } = await pageOf(limit, read, ({ user }) =>
    encodeTimeCursor({ at: user.createdAt, id: user.id }),
  )
  return { rows: await withActivity(db, rows), nextCursor }
}

/** @throws Error if there is no such person. */
export async function readPerson(db: Db, id: string): Promise<Person> {
  const [person] = await withActivity(db, await select(db).where(eq(users.id, id)))
  if (!person) throw new Error('An account that was just changed is not there')
  return person
}

async function withActivity(db: Db, rows: ListedPerson[]): Promise<Person[]> {
  const ids = rows.map(({ user }) => user.id)
  const activity = await listActivity(db, ids)
  return rows.map((row) => ({ ...row, ...(activity.get(row.user.id) ?? { lastSeenAt: null, stories: 0 }) }))
}

type Filter = 'all' | 'admins' | 'suspended'
type ListedPerson = {
  user: UserRow
  suspendedByName: string | null
  approvedByName: string | null
  invitedByName: string | null
}

const suspender = alias(users, 'suspender')
const approver = alias(users, 'approver')
const inviter = alias(users, 'inviter')

const filters: Record<Filter, SQL | undefined> = {
  all: undefined,
  // A literal: with a parameter, the planner couldn't use the partial index.
  admins: sql`${users.role} = 'admin'`,
  suspended: isNotNull(users.suspendedAt),
}

function select(db: Db) {
  return db
    .select({
      user: users,
      suspendedByName: suspender.name,
      approvedByName: approver.name,
      invitedByName: inviter.name,
    })
    .from(users)
    .leftJoin(suspender, eq(suspender.id, users.suspendedBy))
    .leftJoin(approver, eq(approver.id, users.mailingApprovedBy))
    .leftJoin(inviter, eq(inviter.id, users.invitedBy))
}

type Activity = { lastSeenAt: Date | null; stories: number }

/**
 * Returns when each of these users was seen last, and how many public stories they have, counted up to a limit. The
 * `order by` makes the planner walk an index; without it, it would scan all stories.
 */
async function listActivity(db: Db, ids: readonly string[]): Promise<Map<string, Activity>> {
  const { rows } = await db.execute<{ id: string; seen: number | null; stories: number }>(sql`
    select person.id,
      (select extract(epoch from max(last_seen_at))::float8 from sessions where user_id = person.id) as seen,
      (select count(*)::int from (
        select from contents where author_id = person.id and not is_draft and deleted_at is null
        order by published_at desc, id desc limit ${countedStoriesMost}
      ) as public) as stories
    from unnest(${sql.param(ids)}::uuid[]) as person (id)`)
  return new Map(
    rows.map(({ id, seen, stories }) => [id, { lastSeenAt: seen === null ? null : new Date(seen * 1000), stories }]),
  )
}

function isOlder({ at, id }: TimePlace): SQL | undefined {
  return or(lt(users.createdAt, at), and(eq(users.createdAt, at), lt(users.id, id)))
}
