import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { fixedLimit, prepared } from '#platform/db/prepared.ts'
import { readTimes } from '#platform/db/sql-times.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { contents, frontPagePins } from '#platform/db/tables/stories.ts'

/** Only the newest stories can come to the top: a bound for a site on which strangers publish thousands. */
const newestMost = 1_000
/** With this many published stories an author is known. */
const knownStories = 3

const isPublic = sql<boolean>`(not ${contents.isDraft} and ${contents.deletedAt} is null and ${users.suspendedAt} is null)`

export type PinRow = Awaited<ReturnType<typeof listPins>>[number]

/** The pins that have not ended, by place; `isShown` is false for a story that readers can't see on the front page. */
export function listPins(db: Db, now: Date) {
  return presentPins(db).execute({ now: now.toISOString() })
}

const presentPins = prepared('pins', (db) =>
  db
    .select({
      place: frontPagePins.place,
      id: contents.id,
      slug: contents.slug,
      title: contents.title,
      authorId: contents.authorId,
      authorName: sql<string>`coalesce(${contents.authorName}, ${users.name}, '')`,
      endsAt: frontPagePins.endsAt,
      pinnedAt: frontPagePins.pinnedAt,
      isShown: isPublic,
    })
    .from(frontPagePins)
    .innerJoin(contents, eq(contents.id, frontPagePins.contentId))
    .leftJoin(users, eq(users.id, contents.authorId))
    .where(sql`${frontPagePins.endsAt} > ${sql.placeholder('now')}::timestamptz`)
    .orderBy(asc(frontPagePins.place)),
)

type Wanted = { limit: number; withoutAuthors: readonly string[]; onlyKnown: boolean }

/**
 * The ids of the newest stories, one of each author, the newest first: of known authors, or of all who are not suspended.
 * Looks at the newest 1,000 stories of the site only.
 */
export async function listNewestOfAuthors(db: Db, { limit, withoutAuthors, onlyKnown }: Wanted): Promise<string[]> {
  const rows = await newestOfAuthors(db, onlyKnown, limit).execute({ withoutAuthors })
  return rows.map(({ id }) => id)
}

const newestOfAuthors = prepared('newest of authors', (db, onlyKnown: boolean, limit: number) =>
  db
    .select({ id: sql<string>`newest.id` })
    // Sorted inside, so that the conditions on authors are asked only until enough are found.
    .from(sql`(
      select * from (${newestByAuthor()}) as one order by published_at desc, id desc offset 0) as newest
      join users a on a.id = newest.author_id`)
    .where(
      sql`a.suspended_at is null and newest.author_id <> all(${sql.placeholder('withoutAuthors')}::uuid[])
        ${onlyKnown ? sql`and ${isKnown()}` : sql``}`,
    )
    .orderBy(sql`newest.published_at desc, newest.id desc`)
    .limit(fixedLimit(limit)),
)

export type NewAuthorRow = {
  id: string
  name: string
  isProven: boolean
  stories: number
  slug: string
  title: string
  publishedAt: Date
}

/** The authors of the newest stories who are not known and not suspended; the last published first. */
export async function listNewAuthors(db: Db, limit: number): Promise<NewAuthorRow[]> {
  const { rows } = await db.execute(sql`
    select a.id, a.name, a.email_proven_at is not null as "isProven", ${publishedBy()} as stories,
      c.slug, c.title, c.published_at as "publishedAt"
    from (select * from (${newestByAuthor()}) as one order by published_at desc, id desc offset 0) as newest
    join users a on a.id = newest.author_id join contents c on c.id = newest.id
    where a.suspended_at is null and not ${isKnown()}
    order by newest.published_at desc, newest.id desc limit ${limit}`)
  return readTimes<NewAuthorRow>(rows, 'publishedAt')
}

/** The newest story of each author among the newest of the site. */
function newestByAuthor(): SQL {
  return sql`
    select distinct on (author_id) id, author_id, published_at
    from (select id, author_id, published_at from contents where not is_draft and deleted_at is null
      order by published_at desc, id desc limit ${newestMost}) as recent
    where author_id is not null
    order by author_id, published_at desc, id desc`
}

/** Whether `a` is known: an administrator, approved, or with three published stories. */
function isKnown(): SQL {
  return sql`(a.role = 'admin' or a.mailing_approved_at is not null or ${publishedBy()} >= ${knownStories})`
}

/** How many stories `a` has published, counted up to as many as make an author known. */
function publishedBy(): SQL {
  return sql`(select count(*)::int from (select from contents earlier
    where earlier.author_id = a.id and not earlier.is_draft and earlier.deleted_at is null
    limit ${knownStories}) as found)`
}

/** The story with what decides whether it can be pinned, locked until the transaction ends. */
export async function findPinnable(tx: Db, id: string) {
  const [row] = await tx
    .select({ id: contents.id, title: contents.title, authorId: contents.authorId, isDraft: contents.isDraft })
    .from(contents)
    .where(and(eq(contents.id, id), isNull(contents.deletedAt)))
    .for('update')
  return row
}

/** Lets one administrator at a time decide what stands where, until the transaction ends. Readers don't wait. */
export async function lockPins(tx: Db): Promise<void> {
  await tx.execute(sql`lock table front_page_pins in share row exclusive mode`)
}

export async function putPin(tx: Db, row: typeof frontPagePins.$inferInsert): Promise<void> {
  // First: the story may stand in another place, and the place may be another story's.
  await tx
    .delete(frontPagePins)
    .where(sql`${frontPagePins.place} = ${row.place} or ${frontPagePins.contentId} = ${row.contentId}::uuid`)
  await tx.insert(frontPagePins).values(row)
}

export async function deletePin(tx: Db, contentId: string): Promise<boolean> {
  const gone = await tx.delete(frontPagePins).where(eq(frontPagePins.contentId, contentId)).returning()
  return gone.length > 0
}
