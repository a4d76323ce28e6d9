import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { OwnStoryState } from '#contract/readers.ts'
import type { SignedInContext } from '#platform/context.ts'
import { dayBefore } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { hasWords, wordsOf } from '#platform/db/match-words.ts'
import { decodeCursor, encodeCursor, isDatabaseTime, type Page, pageOf } from '#platform/db/paging.ts'
import { users } from '#platform/db/tables/accounts.ts'
import { contents, publications } from '#platform/db/tables/stories.ts'
import { type DraftRow, draftColumns, isItsPublication } from '../display/card-columns.ts'
import { listDaysOf } from './repository.ts'

type Sort = 'updated' | 'published' | 'reads' | 'title'
type Wanted = {
  cursor?: string | undefined
  limit: number
  sort: Sort
  search?: string | undefined
  state: OwnStoryState | 'all'
}

/** `key`: what the list is ordered by, as a cursor writes it. */
type StoryRow = DraftRow & { isHeld: boolean; emails: number; key: string }
/** The figures of the last 30 days, and of the last 7. */
type Figures = { reads7: number; reads30: number; days: number[]; finished30: number; subscribed30: number }
export type OwnStoryRow = StoryRow & Figures

const shownDays = 30

const isHeld = sql<boolean>`exists (
  select from story_mailings where content_id = ${contents.id} and state = 'held')`
const emails = sql<number>`coalesce((
  select sum(sent) from sends where content_id = ${contents.id} and kind = 'story' and env = 'prod'), 0)::int`
const isPlanned = sql`${contents.isDraft} and ${contents.publishAt} is not null`
const states: Record<OwnStoryState | 'all', SQL | undefined> = {
  all: undefined,
  published: sql`not ${contents.isDraft}`,
  draft: sql`${contents.isDraft} and ${contents.publishAt} is null`,
  planned: isPlanned,
  held: sql`not ${contents.isDraft} and ${isHeld}`,
}

const milliseconds = (time: SQL) => sql<string>`(extract(epoch from ${time}) * 1000)::bigint::text`
const isTime = (key: string) => /^-?\d{1,15}$/.test(key) && isDatabaseTime(Number(key))
const asTime = (key: string) => sql`${new Date(Number(key)).toISOString()}::timestamptz`
// Drafts come last.
const published = sql`coalesce(${contents.publishedAt}, to_timestamp(0))`
// A cursor has no room for more.
const title = sql`lower(left(${contents.title}, 200))`
const readsOf30 = sql`coalesce((select reads_30 from story_read_sums where content_id = ${contents.id}), 0)`

type Order = { by: SQL; isDown: boolean; key: SQL<string>; isKey: (key: string) => boolean; read: (key: string) => SQL }
const updated = sql`${contents.updatedAt}`
const orders: Record<Sort, Order> = {
  updated: { by: updated, isDown: true, key: milliseconds(updated), isKey: isTime, read: asTime },
  published: { by: published, isDown: true, key: milliseconds(published), isKey: isTime, read: asTime },
  reads: {
    by: readsOf30,
    isDown: true,
    key: sql<string>`${readsOf30}::text`,
    isKey: (key) => /^\d{1,15}$/.test(key),
    read: (key) => sql`${key}::bigint`,
  },
  title: {
    by: title,
    isDown: false,
    key: sql<string>`${title}`,
    isKey: (key) => !key.includes('\0'),
    read: (key) => sql`${key}::text`,
  },
}

/**
 * Lists the caller's own stories in any state but deleted, with their readers.
 * @throws Problem `bad_request` for a cursor of another order.
 */
export async function listOwnStories(ctx: SignedInContext, wanted: Wanted): Promise<Page<OwnStoryRow>> {
  const { cursor, limit, sort, search = '', state } = wanted
  const { by, isDown, key, read } = orders[sort]
  const after = decodeOwnCursor(sort, cursor)
  const [comparison, direction] = isDown ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const isAfter = after && sql`(${by}, ${contents.id}) ${comparison} (${read(after.key)}, ${after.id}::uuid)`
  const isMine = sql`${contents.authorId} = ${ctx.actor.id} and ${contents.deletedAt} is null`
  const list = (limit: number): Promise<StoryRow[]> =>
    ctx.db
      .select({ ...draftColumns, isHeld, emails, key })
      .from(contents)
      .leftJoin(users, eq(users.id, contents.authorId))
      .leftJoin(publications, isItsPublication)
      .where(and(isMine, states[state], matches(search.trim()), isAfter))
      .orderBy(sql`${by} ${direction}`, sql`${contents.id} ${direction}`)
      .limit(limit)
  const { rows, nextCursor } = await pageOf(limit, list, ({ key, id }) => encodeCursor(`${sort}.${id}.${key}`))
  const figures = await readFiguresOf(ctx.db, rows, dayBefore(ctx.now(), shownDays - 1))
  return { rows: rows.map((row, place) => ({ ...row, ...(figures[place] as Figures) })), nextCursor }
}

function matches(search: string): SQL | undefined {
  if (search === '') return undefined
  const words = wordsOf(search)
  return words.length > 0 ? hasWords(sql`(' ' || lower(${contents.title}))`, words) : sql`false`
}

/** In the order of the stories. */
async function readFiguresOf(db: Db, stories: readonly StoryRow[], firstDay: string): Promise<Figures[]> {
  const rows = await listDaysOf(db, { storyIds: stories.map(({ id }) => id), firstDay })
  const byId = Map.groupBy(rows, ({ contentId }) => contentId)
  return stories.map(({ id }) => {
    const days = new Array<number>(shownDays).fill(0)
    let [finished30, subscribed30] = [0, 0]
    for (const { place, reads, finished, subscribed } of byId.get(id) ?? []) {
      // A batch of a node whose clock is ahead is about tomorrow.
      if (place >= shownDays) continue
      days[place] = reads
      finished30 += finished
      subscribed30 += subscribed
    }
    const sum = (of: readonly number[]) => of.reduce((all, reads) => all + reads, 0)
    return { reads7: sum(days.slice(-7)), reads30: sum(days), days, finished30, subscribed30 }
  })
}

/** @throws Problem `bad_request` for a cursor of another order. */
function decodeOwnCursor(sort: Sort, cursor: string | undefined): { key: string; id: string } | undefined {
  return decodeCursor(cursor, (text) => {
    const [, writtenFor, id = '', key = ''] = text.match(/^(\w+)\.([^.]*)\.(.*)$/s) ?? []
    return writtenFor === sort && isId(id) && orders[sort].isKey(key) ? { key, id } : undefined
  })
}
