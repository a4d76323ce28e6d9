import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { type MailingRow, storyMailings } from '#platform/db/tables/newsletters.ts'

/** The facts about an author that determine whom they may email. */
export type Standing = {
  isProven: boolean
  isSuspended: boolean
  isAdmin: boolean
  isApproved: boolean
  /** How many of the author's stories have been public for a week, counted up to `provenStories`. */
  storiesForAWeek: number
  /** Another story of the author's goes to the subscribers of a category today. */
  hasMailedToday: boolean
}

/** With this many stories public for a week, an author's next ones may go to the subscribers of a category. */
export const provenStories = 3

type StandingRow = {
  is_proven: boolean
  is_suspended: boolean
  is_admin: boolean
  is_approved: boolean
  stories: number
  has_mailed: boolean
}

/** `except`: the story that the question is about. */
export async function findStanding(
  db: Db,
  authorId: string,
  { except, now }: { except: string | undefined; now: Date },
): Promise<Standing | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`
  const other = except ? sql`and m.content_id <> ${except}` : sql``
  const { rows } = await db.execute<StandingRow>(sql`
    select a.email_proven_at is not null as is_proven, a.suspended_at is not null as is_suspended,
      a.role = 'admin' as is_admin, a.mailing_approved_at is not null as is_approved,
      ${publicForAWeek(sql`a.id`, at)} as stories,
      exists (select from story_mailings m where m.author_id = a.id and m.mailed_on = (${at} at time zone 'UTC')::date
        ${other}) as has_mailed
    from users a where a.id = ${authorId}`)
  const [row] = rows
  return (
    row && {
      isProven: row.is_proven,
      isSuspended: row.is_suspended,
      isAdmin: row.is_admin,
      isApproved: row.is_approved,
      storiesForAWeek: row.stories,
      hasMailedToday: row.has_mailed,
    }
  )
}

/**
 * Whether a row of `contents` goes to the subscribers of its category in digests and welcomes: never if an administrator
 * declined it. Counted at the time it became public, so that what an author published before the three stories had
 * stood for a week does not come afterwards.
 */
export const goesToSubscribers = sql<boolean>`(
  not exists (select from story_mailings m where m.content_id = contents.id and m.state = 'declined')
  and exists (select from users a where a.id = contents.author_id and a.suspended_at is null and (
    a.role = 'admin' or a.mailing_approved_at is not null
    or exists (select from story_mailings m
      where m.content_id = contents.id and m.state = 'sent' and m.decided_at is not null)
    or (a.email_proven_at is not null
      and ${publicForAWeek(sql`a.id`, sql`greatest(contents.published_at, contents.republished_at)`)} = ${provenStories}))))`

/** How many stories of an author had been public for a week at a moment, up to as many as count. */
function publicForAWeek(authorId: SQL, at: SQL): SQL {
  const before = sql`(${at} - interval '7 days')`
  return sql`(select count(*)::int from (select from contents earlier
    where earlier.author_id = ${authorId} and not earlier.is_draft and earlier.deleted_at is null
      and earlier.published_at <= ${before} and (earlier.republished_at is null or earlier.republished_at <= ${before})
    limit ${provenStories}) as found)`
}

export async function findMailing(db: Db, contentId: string): Promise<MailingRow | undefined> {
  const [row] = await db.select().from(storyMailings).where(eq(storyMailings.contentId, contentId))
  return row
}

/** Locks the mailing until the transaction ends, so that a second decision sees the first. */
export async function findMailingForUpdate(tx: Db, contentId: string): Promise<MailingRow | undefined> {
  const [row] = await tx.select().from(storyMailings).where(eq(storyMailings.contentId, contentId)).for('update')
  return row
}

/** Replaces an earlier decision. */
export async function putMailing(tx: Db, row: typeof storyMailings.$inferInsert): Promise<void> {
  const { contentId: _, ...set } = row
  await tx.insert(storyMailings).values(row).onConflictDoUpdate({ target: storyMailings.contentId, set })
}

export async function markMailing(
  tx: Db,
  contentId: string,
  change: Partial<Omit<MailingRow, 'contentId'>>,
): Promise<void> {
  await tx.update(storyMailings).set(change).where(eq(storyMailings.contentId, contentId))
}

/** Takes an administrator's decision back, because its send never began. */
export function holdAgain(db: Db, contentId: string): Promise<void> {
  return markMailing(db, contentId, { state: 'held', mailedOn: null, decidedAt: null, decidedBy: null })
}

/** Keeps a mailing that an administrator has decided. */
export async function deleteUndecided(tx: Db, contentId: string): Promise<void> {
  await tx.delete(storyMailings).where(and(eq(storyMailings.contentId, contentId), isNull(storyMailings.decidedAt)))
}
