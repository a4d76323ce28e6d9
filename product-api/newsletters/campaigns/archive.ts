import { sql } from 'drizzle-orm'
import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { type Page, type PageRequest, pageByTime, type TimePlace } from '#platform/db/paging.ts'
import { readTimes, sqlTime } from '#platform/db/sql-times.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { notFound } from '#platform/problem.ts'
import { listByIds } from '#stories/list-stories.ts'
import { findTextToMail, type MailedStory } from '#stories/newsletter-stories.ts'
import { uuids } from '../audience/audience.ts'
import { describeSend } from '../audience/describe-send.ts'

/** A sent edition, with those of its stories that are public today. */
export type ReadEdition = {
  edition: ArchivedEdition
  about: string
  subject: string
  stories: MailedStory[]
  /** The text of the story, if one edition about a single story is read. */
  content?: string | undefined
}

export async function listArchive(ctx: Context, asked: PageRequest): Promise<Page<ReadEdition>> {
  ctx.shows([tags.newsletters])
  const { rows, nextCursor } = await pageByTime(
    asked,
    (page) => listArchived(ctx.db, page),
    ({ sentAt, sendId }) => ({ at: sentAt, id: sendId }),
  )
  // The list shows the first stories of each email.
  const read = await readStories(ctx, rows, 3)
  return { rows: read.filter(({ stories }) => stories.length > 0), nextCursor }
}

/** @throws Problem `not_found`, also if none of its stories is public any more. */
export async function readEdition(ctx: Context, editionId: string): Promise<ReadEdition> {
  ctx.shows([tags.newsletters])
  const edition = isId(editionId) ? await findArchived(ctx.db, editionId) : undefined
  const [read] = edition ? await readStories(ctx, [edition]) : []
  if (!read || read.stories.length === 0) throw notFound('newsletter')
  const [story] = read.stories
  const text = edition?.kind === 'story' && story ? await findTextToMail(ctx.db, story.id) : undefined
  return { ...read, content: text?.content }
}

/** Loads the first stories of each edition with one query. */
async function readStories(ctx: Context, editions: readonly ArchivedEdition[], most?: number): Promise<ReadEdition[]> {
  const ids = [...new Set(editions.flatMap(({ stories }) => stories.slice(0, most)))]
  ctx.shows(ids.map(tags.content))
  const byId = new Map((await listByIds(ctx, ids)).map((story) => [story.id, story]))
  return editions.map((edition) => {
    const stories = edition.stories.slice(0, most).flatMap((id) => byId.get(id) ?? [])
    const { about, title } = describeSend(edition, ctx, stories[0]?.title)
    return { edition, about, subject: edition.kind === 'story' ? title : subjectOf(title, stories), stories }
  })
}

function subjectOf(title: string, [first]: MailedStory[]): string {
  return first ? `${title}: ${first.title}` : title
}

/** An edition of an email, and its send. */
type ArchivedEdition = Pick<SendRow, 'kind' | 'category' | 'frequency'> & {
  id: string
  stories: string[]
  sentAt: Date
  sendId: string
  /** Whether the archive lists it; other editions are found by their link only. */
  isListed: boolean
}

/**
 * SQL: the archive lists the send `s`. Digests and tests are private. A story that went to its category after its
 * followers is listed once.
 */
const isPublic = sql`s.env = 'prod' and s.kind in ('campaign', 'story') and s.sent > 0
  and not (coalesce(s.audience, '') = 'subscribers' and exists (
    select from sends first where first.key = 'story:' || s.content_id and first.sent > 0))`
const archived = sql`e.id, to_jsonb(e.stories) as stories, s.created_at as "sentAt", s.kind, s.category, s.frequency,
  s.id as "sendId"`
const mainEdition = sql`
  select id, stories from send_editions where send_id = s.id order by cardinality(stories) desc, id limit 1`

/** The main edition (the one with the most stories) of each listed send, newest first. */
async function listArchived(
  db: Db,
  { after, limit }: { after?: TimePlace | undefined; limit: number },
): Promise<ArchivedEdition[]> {
  const isOlder = after ? sql`and (s.created_at, s.id) < (${sqlTime(after.at)}, ${after.id}::uuid)` : sql``
  const { rows } = await db.execute(sql`
    select ${archived}, true as "isListed"
    from sends s cross join lateral (${mainEdition}) as e
    where ${isPublic} ${isOlder}
    order by s.created_at desc, s.id desc limit ${limit}`)
  return readTimes<ArchivedEdition>(rows, 'sentAt')
}

async function findArchived(db: Db, editionId: string): Promise<ArchivedEdition | undefined> {
  const { rows } = await db.execute(sql`
    select ${archived}, (${isPublic} and e.id = (select id from (${mainEdition}) as main)) as "isListed"
    from send_editions e join sends s on s.id = e.send_id where e.id = any(${uuids([editionId])})`)
  return readTimes<ArchivedEdition>(rows, 'sentAt')[0]
}
