import { type SQL, sql } from 'drizzle-orm'
import { categoryName } from '#contract/categories.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import { dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { type Page, type PageRequest, pageByTime } from '#platform/db/paging.ts'
import { readTimes, sqlTime } from '#platform/db/sql-times.ts'
import type { MailingRow } from '#platform/db/tables/newsletters.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { findMailing, findMailingForUpdate, markMailing } from '#stories/mailings.ts'
import type { MailedStory } from '#stories/newsletter-stories.ts'
import { announceHeldStory } from './announce-story.ts'
import { countReaders } from './story-reach.ts'

type HeldRow = Pick<MailedStory, 'id' | 'slug' | 'title' | 'category' | 'version' | 'publicationId'> & {
  author: { id: string; name: string; email: string; isApproved: boolean }
  reason: MailingRow['reason']
  heldAt: Date
}

/** A story that waits for an administrator, and how many subscribers it would reach. */
export type HeldStory = HeldRow & { count: number; isExact: boolean }

/** Newest first. @throws Problem `bad_request` for a cursor of another list. */
export async function listHeldStories(ctx: Context, asked: PageRequest): Promise<Page<HeldStory>> {
  const { rows: held, nextCursor } = await pageByTime(
    asked,
    ({ after, limit }) => {
      const isOlder = after && sql`and (m.created_at, m.content_id) < (${sqlTime(after.at)}, ${after.id}::uuid)`
      return listHeld(ctx.db, isOlder ?? sql``, limit)
    },
    ({ heldAt, id }) => ({ at: heldAt, id }),
  )
  const rows: HeldStory[] = []
  for (const row of held) {
    const story = { ...row, authorId: row.author.id }
    rows.push({ ...row, ...(await countReaders(ctx, story, 'subscribers')) })
  }
  return { rows, nextCursor }
}

/**
 * Emails a held story to the subscribers of its category. If two administrators send it at once, one of them does.
 * @returns the category's name.
 * @throws Problem `not_found`, and `conflict` if someone has decided already, it may not be emailed any more, or it has
 * changed since `version`.
 */
export function sendHeldStory(ctx: SignedInContext, id: string, version: number): Promise<string> {
  return decide(ctx, id, async (tx, story, now) => {
    if (story.version !== version) {
      throw new Problem('conflict', {
        detail: 'This story has changed. Please reload this list, and read the story again.',
      })
    }
    const { category } = story
    await markMailing(tx, id, { ...{ state: 'sent', category, mailedOn: dayOf(now) }, ...decided(ctx, now) })
    await announceHeldStory(ctx, tx, { contentId: id, createdBy: ctx.actor.id })
    await recordDecision(ctx, tx, 'story_mailing_sent', story)
  })
}

/** Keeps a held story from the subscribers of its category for good. @returns and throws as `sendHeldStory`. */
export function declineHeldStory(ctx: SignedInContext, id: string): Promise<string> {
  return decide(ctx, id, async (tx, story, now) => {
    await markMailing(tx, id, { state: 'declined', ...decided(ctx, now) })
    await recordDecision(ctx, tx, 'story_mailing_declined', story)
  })
}

type Decision = (tx: Db, story: HeldRow, now: Date) => Promise<void>

function decide(ctx: SignedInContext, id: string, act: Decision): Promise<string> {
  const now = ctx.now()
  const run = async (tx: Db) => {
    const mailing = isId(id) ? await findMailingForUpdate(tx, id) : undefined
    if (!mailing) throw notFound('story')
    if (mailing.state !== 'held') throw new Problem('conflict', { detail: whyNot[mailing.state] })
    const [story] = await listHeld(tx, sql`and m.content_id = ${id}`, 1)
    if (!story) throw new Problem('conflict', { detail: whyNot.refused })
    await act(tx, story, now)
    return categoryName(story.category, ctx.categories)
  }
  return transaction(ctx.db, run, {
    isThere: async () => {
      const mailing = await findMailing(ctx.db, id)
      return mailing?.decidedBy === ctx.actor.id && mailing.decidedAt?.getTime() === now.getTime()
    },
  })
}

function decided({ actor }: SignedInContext, now: Date) {
  return { decidedAt: now, decidedBy: actor.id }
}

const whyNot = {
  sent: 'This story has already been sent.',
  declined: 'An administrator has already decided not to send this story.',
  refused: 'This story can’t be emailed: it is no longer public, or its author may not send newsletters.',
} as const satisfies Record<Exclude<MailingRow['state'], 'held'>, string>

function recordDecision(
  ctx: SignedInContext,
  tx: Db,
  action: 'story_mailing_sent' | 'story_mailing_declined',
  { id: story, title, category, author }: HeldRow,
): Promise<void> {
  return recordAudit(ctx, tx, {
    ...{ action, userId: author.id, email: author.email },
    details: { story, title, category: categoryName(category, ctx.categories) },
  })
}

/** Without drafts, deleted stories, and stories of authors who may not email anyone. */
async function listHeld(db: Db, further: SQL, limit: number): Promise<HeldRow[]> {
  const { rows } = await db.execute(sql`
    select c.id, c.slug, c.title, c.category, c.version, c.publication_id as "publicationId",
      jsonb_build_object('id', a.id, 'name', a.name, 'email', a.email,
        'isApproved', a.role = 'admin' or a.mailing_approved_at is not null) as author,
      m.reason, m.created_at as "heldAt"
    from story_mailings m join contents c on c.id = m.content_id join users a on a.id = c.author_id
    where m.state = 'held' and not c.is_draft and c.deleted_at is null
      and a.suspended_at is null and a.email_proven_at is not null ${further}
    order by m.created_at desc, m.content_id desc limit ${limit}`)
  return readTimes<HeldRow>(rows, 'heldAt')
}
