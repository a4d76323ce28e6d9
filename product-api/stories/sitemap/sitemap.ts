import { type SQL, sql } from 'drizzle-orm'
import { sitemapPartSize } from '#contract/stories.ts'
import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { decodeTimeCursor, encodeTimeCursor, pageOf, type TimePlace } from '#platform/db/paging.ts'
import { transaction } from '#platform/db/transaction.ts'

type Page = { cursor?: string | undefined; until?: string | undefined; limit: number }

/** Published stories, oldest first: new ones come at the end, so that the files before it stay as they are. */
export async function listSitemap(ctx: Context, { cursor, until, limit }: Page) {
  ctx.shows([tags.sitemap])
  const stretch = { after: decodeTimeCursor(cursor), until: decodeTimeCursor(until, 'until') }
  const { rows, nextCursor } = await pageOf(
    limit,
    (limit) => listSitemapRows(ctx.db, { ...stretch, limit }),
    ({ placeAt, placeId }) => encodeTimeCursor({ at: new Date(String(placeAt)), id: String(placeId) }),
  )
  const entries = rows.map(({ slug, updated, authorId }) => ({
    slug,
    lastmod: isoTimeOf(updated),
    author_uuid: authorId,
  }))
  return { entries, nextCursor }
}

/** PostgreSQL's text of a UTC time as a `Date` writes it into JSON; by way of a `Date` it would take ten times as long. */
function isoTimeOf(text: string): string {
  const [time, fraction] = [text.slice(11, 19), text.slice(20)]
  return `${text.slice(0, 10)}T${time}.${fraction.padEnd(3, '0')}Z`
}

/** A file in the middle may grow to this before it is cut, so that addresses that crawlers know live long. */
const grownMost = sitemapPartSize * 1.5
/** Neighbours that have shrunk to this together become one. */
const mergedMost = sitemapPartSize / 2
const changesAtOnce = 20_000

/** The stories after one place, up to and with the other: the oldest part has no beginning, the newest no end. */
type Stretch = { after?: TimePlace | undefined; until?: TimePlace | undefined }
type Part = Stretch & { stories: number; lastmod: Date | undefined }
export type FilledPart = Part & { lastmod: Date }

type PlaceRow = { after_at: string | null; after_id: string }
type SitemapRow = Record<'slug' | 'updated', string> & Record<'authorId' | 'placeAt' | 'placeId', string | null>

/**
 * Where the published stories are cut into files; kept in a table beside the stories. Before an answer, only the parts
 * with writes since the last one are looked at again.
 */
export async function listSitemapParts(ctx: Pick<Context, 'db' | 'shows'>): Promise<FilledPart[]> {
  ctx.shows([tags.sitemap])
  let known = await listParts(ctx.db)
  if (known.isBehind) {
    await takeChanges(ctx.db)
    known = await listParts(ctx.db)
  }
  return known.parts.filter((part): part is FilledPart => part.lastmod !== undefined)
}

/** Looks at all parts that stories came to, changed in or left. Two transactions that do so wait for each other. */
export async function updateSitemapParts({ db }: Pick<Context, 'db'>): Promise<void> {
  const { isBehind } = await listParts(db)
  if (isBehind) await takeChanges(db)
}

async function takeChanges(db: Db): Promise<void> {
  let taken: number
  do {
    taken = await transaction(db, async (tx) => {
      await lockParts(tx)
      const changed = await takeChangedParts(tx, changesAtOnce)
      const { parts } = await listParts(tx)
      const starts = new Set(changed.starts.map((after) => after?.id))
      for (const part of parts) if (starts.has(part.after?.id)) await measureAndCut(tx, part)
      await mergeSmall(tx)
      return changed.taken
    })
  } while (taken === changesAtOnce)
}

async function measureAndCut(tx: Db, whole: Stretch): Promise<void> {
  // The newest part is cut as soon as it is full: what comes is newer still.
  const most = whole.until ? grownMost : sitemapPartSize
  let rest = whole
  for (;;) {
    const measured = await measureStretch(tx, rest, most + 1)
    if (measured.stories <= most) return savePart(tx, { ...rest, ...measured })
    const end = await findPlaceIn(tx, rest, sitemapPartSize)
    const full = { after: rest.after, until: end }
    await savePart(tx, { ...full, ...(await measureStretch(tx, full, sitemapPartSize)) })
    rest = { after: end, until: whole.until }
  }
}

async function mergeSmall(tx: Db): Promise<void> {
  const { parts } = await listParts(tx)
  let [before] = parts
  for (const part of parts.slice(1)) {
    const stories = (before?.stories ?? 0) + part.stories
    if (!before || !part.after || stories > mergedMost) {
      before = part
      continue
    }
    const lastmods = [before.lastmod, part.lastmod].filter((lastmod) => lastmod !== undefined)
    const lastmod = lastmods.sort((a, b) => a.getTime() - b.getTime()).at(-1)
    await deletePart(tx, part.after)
    before = { ...before, until: part.until, stories, lastmod }
    await savePart(tx, before)
  }
}

/**
 * Oldest first; only the first story of each author has the author's id. A column costs milliseconds over thousands of
 * rows, so only the row before the last possible one has its place, for the cursor.
 */
async function listSitemapRows(db: Db, { limit, ...stretch }: Stretch & { limit: number }) {
  // Each author is looked up once, not once for each story.
  const { rows } = await db.execute<SitemapRow>(sql`
    with page as materialized (
      select slug, id, published_at, updated_at, author_id from contents where ${isPublishedIn(stretch)}
      order by published_at, id limit ${limit}),
    firsts as (
      select (
        select id from contents
        where not is_draft and deleted_at is null and contents.author_id = authors.author_id
        order by published_at, id limit 1) as first_id
      from (select distinct author_id from page where author_id is not null) as authors),
    page_end as (select id from page order by published_at, id offset ${limit - 2} limit 1)
    select slug, updated_at at time zone 'utc' as updated,
           case when id in (select first_id from firsts) then author_id end as "authorId",
           case when id = (select id from page_end) then published_at end as "placeAt",
           case when id = (select id from page_end) then id end as "placeId"
    from page order by published_at, id`)
  return rows
}

/** Oldest first, and whether stories have changed since they were last looked at. */
export async function listParts(db: Db): Promise<{ parts: Part[]; isBehind: boolean }> {
  const { rows } = await db.execute<PlaceRow & { stories: number; lastmod: string | null; is_behind: boolean }>(sql`
    select nullif(after_at, '-infinity') as after_at, after_id, stories, lastmod,
           exists (select from sitemap_changes) as is_behind
    from sitemap_parts order by sitemap_parts.after_at, after_id`)
  const parts = rows.map((row, index) => ({
    after: placeOf(row),
    until: placeOf(rows[index + 1]),
    stories: row.stories,
    lastmod: row.lastmod ? new Date(row.lastmod) : undefined,
  }))
  return { parts, isBehind: rows[0]?.is_behind ?? false }
}

/** Locks the parts until the transaction ends, so that only one transaction processes changes. */
async function lockParts(tx: Db): Promise<void> {
  await tx.execute(sql`lock table sitemap_parts in share row exclusive mode`)
}

/** Takes up to `most` changes from the queue, and returns the starts of the parts that they are in. */
async function takeChangedParts(tx: Db, most: number): Promise<{ taken: number; starts: (TimePlace | undefined)[] }> {
  const { rows } = await tx.execute<PlaceRow & { changes: number }>(sql`
    with taken as (
      delete from sitemap_changes where id in (select id from sitemap_changes order by id limit ${most})
      returning published_at, content_id)
    select nullif(part.after_at, '-infinity') as after_at, part.after_id, count(*)::int as changes
    from taken cross join lateral (
      select after_at, after_id from sitemap_parts
      where (after_at, after_id) < (taken.published_at, taken.content_id)
      order by after_at desc, after_id desc limit 1) as part
    group by part.after_at, part.after_id`)
  return { taken: rows.reduce((sum, { changes }) => sum + changes, 0), starts: rows.map(placeOf) }
}

/** How many published stories there are and when one last changed, of the first `most` of a stretch. */
async function measureStretch(tx: Db, stretch: Stretch, most: number) {
  const { rows } = await tx.execute<{ stories: number; lastmod: string | null }>(sql`
    select count(*)::int as stories, max(updated_at) as lastmod
    from (select updated_at from contents where ${isPublishedIn(stretch)} order by published_at, id limit ${most}) as first`)
  const [row] = rows
  return { stories: row?.stories ?? 0, lastmod: row?.lastmod ? new Date(row.lastmod) : undefined }
}

/** The position of the nth story of a stretch, counted from 1. */
async function findPlaceIn(tx: Db, stretch: Stretch, place: number): Promise<TimePlace | undefined> {
  const { rows } = await tx.execute<PlaceRow>(sql`
    select published_at as after_at, id as after_id from contents where ${isPublishedIn(stretch)}
    order by published_at, id offset ${place - 1} limit 1`)
  return placeOf(rows[0])
}

/** Makes the part that begins there, or sets what is known of it. */
async function savePart(tx: Db, { after, stories, lastmod }: Omit<Part, 'until'>): Promise<void> {
  await tx.execute(sql`
    insert into sitemap_parts (after_at, after_id, stories, lastmod)
    values (${startOf(after)}, ${stories}, ${lastmod?.toISOString() ?? null})
    on conflict (after_at, after_id) do update set stories = excluded.stories, lastmod = excluded.lastmod`)
}

/** Deletes a part; its stories then belong to the part before it. */
async function deletePart(tx: Db, after: TimePlace): Promise<void> {
  await tx.execute(sql`delete from sitemap_parts where (after_at, after_id) = (${startOf(after)})`)
}

function isPublishedIn({ after, until }: Stretch): SQL {
  const isBeforeEnd = until ? sql`and (published_at, id) <= (${startOf(until)})` : sql``
  return sql`not is_draft and deleted_at is null and (published_at, id) > (${startOf(after)}) ${isBeforeEnd}`
}

function startOf(place: TimePlace | undefined): SQL {
  const at = place?.at.toISOString() ?? '-infinity'
  return sql`${at}::timestamptz, ${place?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid`
}

function placeOf(row: PlaceRow | undefined): TimePlace | undefined {
  return row?.after_at ? { at: new Date(row.after_at), id: row.after_id } : undefined
}
