import { sql } from 'drizzle-orm'
import { categoryName, findCategory, ownCategory } from '#contract/categories.ts'
import { immediateFrequencies } from '#contract/frequencies.ts'
import type { Mailing } from '#contract/mailings.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { countList } from '#platform/db/counters.ts'
import { readTimes } from '#platform/db/sql-times.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { invalidField } from '#platform/problem.ts'
import { loadStory } from '#stories/load-story.ts'
import { findMailing, foreseeReach, type Reach } from '#stories/mailings.ts'
import { findPublication } from '#stories/publications.ts'
import type { AnnouncedStory } from '../audience/audience.ts'
import { countPeople, exactMost } from '../audience/count-audience.ts'
import { findAnnouncement } from './announce-story.ts'

type Asked = { category?: string | undefined; publication?: string | undefined; story?: string | undefined }

/**
 * Counts the subscribers a story would be emailed to if it were published now, with its author or the caller as author.
 * @throws Problem `bad_request` naming what does not exist, `not_found` for a story that is not the caller's.
 */
export async function countAudience(ctx: SignedInContext, asked: Asked) {
  const story = asked.story ? (await loadStory(ctx, asked.story)).story : undefined
  const category = asked.category || ownCategory(ctx.categories)
  if (!findCategory(category, ctx.categories)) throw invalidField('category', 'This category does not exist.')
  const publication = asked.publication ? await findPublication(ctx, asked.publication) : undefined
  if (asked.publication && !publication) throw invalidField('publication', 'We can’t find this publication.')
  const authorId = story ? story.authorId : ctx.actor.id
  const sentAt = story ? await findAnnouncement(ctx.db, story.id) : undefined
  const { to, reason } = await reachNow(ctx, authorId, story?.id)
  const about = { id: story?.id ?? '', category, authorId, publicationId: publication?.id ?? null }
  const counted = to === 'nobody' ? { count: 0, isExact: true } : await countReaders(ctx, about, to)
  return { ...counted, sent_at: sentAt?.toISOString() ?? null, reach: to, reason }
}

/** Counts the subscribers a story reaches who have not received it. */
export async function countReaders(
  ctx: Context,
  story: AnnouncedStory,
  audience: NonNullable<SendRow['audience']>,
): Promise<{ count: number; isExact: boolean }> {
  const { authorId, publicationId, category } = story
  const followers = [
    ...(authorId ? [`author:${authorId}`] : []),
    ...(publicationId ? [`publication:${publicationId}`] : []),
  ]
  const subscribers = [`category:${category}`, 'category:all']
  const lists = { followers, subscribers, everyone: [...followers, ...subscribers] }[audience]
  const most = (await Promise.all(lists.map((list) => countList(ctx.db, list, immediateFrequencies)))).reduce(
    (sum, count) => sum + count,
    0,
  )
  if (most > exactMost) return { count: most, isExact: false }
  const about = { kind: 'story', category: null, frequency: null, audience, story } as const
  return { count: most === 0 ? 0 : await countPeople(ctx.db, about, ctx.now()), isExact: true }
}

/** An earlier decision about a story stays, unless its author may no longer email anyone. */
async function reachNow(ctx: Context, authorId: string | null, storyId: string | undefined): Promise<Reach> {
  const foreseen = await foreseeReach(ctx, authorId, storyId)
  const before = storyId ? await findMailing(ctx.db, storyId) : undefined
  if (foreseen.to === 'nobody' || !before || before.state === 'refused') return foreseen
  if (before.state === 'held') return { to: 'followers', reason: before.reason }
  return before.decidedAt ? { to: 'followers', reason: null } : foreseen
}

/** Reports to an author how emailing a story went, by the ledger. @throws Problem `not_found`, `forbidden`. */
export async function reportOnStory(ctx: SignedInContext, idOrSlug: string): Promise<Mailing> {
  const { story } = await loadStory(ctx, idOrSlug)
  const mailing = await findMailing(ctx.db, story.id)
  const { sends, open, sent, sentAt } = await countStoryMails(ctx.db, story.id)
  const isToCome = mailing !== undefined && mailing.state !== 'refused' && sends === 0
  return {
    state: mailing?.state ?? 'none',
    reason: mailing?.reason ?? null,
    category: categoryName(mailing?.category ?? story.category, ctx.categories),
    is_under_way: open > 0 || isToCome,
    sent,
    sent_at: sentAt?.toISOString() ?? null,
  }
}

type StoryMails = { sends: number; open: number; sent: number; sentAt: Date | null }

/** The sends of a story, and what they have sent. */
async function countStoryMails(db: Db, contentId: string): Promise<StoryMails> {
  const { rows } = await db.execute(sql`
    select count(*)::int as sends, count(*) filter (where state in ('freezing', 'sending', 'paused'))::int as open,
      coalesce(sum(sent), 0)::int as sent, min(created_at) filter (where sent > 0) as "sentAt"
    from sends where content_id = ${contentId} and kind = 'story' and env = 'prod'`)
  return readTimes<StoryMails>(rows, 'sentAt')[0] as StoryMails
}
