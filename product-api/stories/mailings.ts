import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { findUserForUpdate } from '#accounts/users.ts'
import type { Context } from '#platform/context.ts'
import { dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { type MailingRow, storyMailings } from '#platform/db/tables/newsletters.ts'

/** The audience of a story that is published with 'Send Newsletter', and the reason if it is not everyone. */
export type Reach = { to: 'everyone' | 'followers' | 'nobody'; reason: MailingRow['reason'] }

type Story = { id: string; authorId: string | null; category: string }

/**
 * Decides who gets a story that is published with 'Send Newsletter', and enqueues the emails. An earlier decision stays,
 * unless it was a refusal. Locks the author, so that of two stories published at the same time only one is the day's.
 */
export async function requestMailing(ctx: Pick<Context, 'now' | 'queue'>, tx: Db, story: Story): Promise<void> {
  const before = await findMailingForUpdate(tx, story.id)
  const mailing = before && before.state !== 'refused' ? before : await decide(ctx, tx, story)
  if (mailing.state !== 'refused') await ctx.queue.enqueue(tx, 'announce-story', { contentId: story.id })
}

/**
 * Decides again when the emails are sent, because the author may have been suspended since, or a new day may have begun.
 * An administrator's decision stays.
 */
export async function confirmMailing(
  ctx: Pick<Context, 'now'>,
  tx: Db,
  story: Story,
): Promise<Pick<MailingRow, 'state' | 'decidedAt'>> {
  const before = await findMailingForUpdate(tx, story.id)
  const { to } = await lockReach(tx, story.authorId, { except: story.id, now: ctx.now() })
  if (before?.decidedAt) return to === 'nobody' ? { ...before, state: 'refused' } : before
  return before?.state === 'held' && to !== 'nobody' ? before : decide(ctx, tx, story)
}

/** The audience that a story would have if it were published now; `story`: its id, if it has been saved. */
export async function foreseeReach(
  { db, now }: Pick<Context, 'db' | 'now'>,
  authorId: string | null,
  story: string | undefined,
): Promise<Reach> {
  const standing = authorId ? await findStanding(db, authorId, { except: story, now: now() }) : undefined
  return reachOf(standing)
}

const stateOf = { everyone: 'sent', followers: 'held', nobody: 'refused' } as const satisfies Record<
  Reach['to'],
  MailingRow['state']
>

async function decide(ctx: Pick<Context, 'now'>, tx: Db, { id, authorId, category }: Story) {
  const now = ctx.now()
  const { to, reason } = await lockReach(tx, authorId, { except: id, now })
  const mailing = { state: stateOf[to], decidedAt: null }
  // The day (UTC) that counts for one story a day.
  const mailedOn = to === 'everyone' ? dayOf(now) : null
  await putMailing(tx, {
    ...{ contentId: id, authorId, category, reason, mailedOn, createdAt: now, decidedBy: null },
    ...mailing,
  })
  return mailing
}

/** Locks the author until the transaction ends. */
async function lockReach(tx: Db, authorId: string | null, about: { except: string; now: Date }): Promise<Reach> {
  const author = authorId ? await findUserForUpdate(tx, authorId) : undefined
  return reachOf(author && (await findStanding(tx, author.id, about)))
}

/** Decides whom an author may email now (docs/decisions/038-who-may-mail-whom.md). */
function reachOf(author: Standing | undefined): Reach {
  if (!author) return { to: 'nobody', reason: 'no_author' }
  if (author.isSuspended) return { to: 'nobody', reason: 'suspended' }
  if (!author.isProven) return { to: 'nobody', reason: 'unproven' }
  const isTrusted = author.isAdmin || author.isApproved || author.storiesForAWeek >= provenStories
  if (!isTrusted) return { to: 'followers', reason: 'new_author' }
  return author.hasMailedToday ? { to: 'followers', reason: 'one_a_day' } : { to: 'everyone', reason: null }
}

/** The facts about an author that determine whom they may email. */
type Standing = {
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
const provenStories = 3

/** `except`: the story that the question is about. */
async function findStanding(
  db: Db,
  authorId: string,
  { except, now }: { except: string | undefined; now: Date },
): Promise<Standing | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`
  const other = except ? sql`and m.content_id <> ${except}` : sql``
  const { rows } = await db.execute<Standing>(sql`
    select a.email_proven_at is not null as "isProven", a.suspended_at is not null as "isSuspended",
      a.role = 'admin' as "isAdmin", a.mailing_approved_at is not null as "isApproved",
      ${publicForAWeek(sql`a.id`, at)} as "storiesForAWeek",
      exists (select from story_mailings m where m.author_id = a.id and m.mailed_on = (${at} at time zone 'UTC')::date
        ${other}) as "hasMailedToday"
    from users a where a.id = ${authorId}`)
  return rows[0]
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
async function putMailing(tx: Db, row: typeof storyMailings.$inferInsert): Promise<void> {
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
