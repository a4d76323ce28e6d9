import { and, asc, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { contents } from '#platform/db/tables/stories.ts'
import type { Position } from '../display/paging.ts'

/** A run of published stories, oldest first: after the one place, up to and with the other. */
type Run = { after?: Position | undefined; until?: Position | undefined }
type FirstStory = { first_of: string | null }

const { id, publishedAt, updatedAt, authorId } = getTableColumns(contents)
const isPublished = sql`not ${contents.isDraft} and ${contents.deletedAt} is null`

/** Oldest first; only the first story of each author has the author's id. */
export async function listSitemapEntries(db: Db, { limit, ...run }: Run & { limit: number }) {
  const page = db
    .select({ slug: contents.slug, id, publishedAt, updatedAt, authorId })
    .from(contents)
    .where(and(isPublished, isWithin(run)))
    .orderBy(asc(publishedAt), asc(id))
    .limit(limit)
  // Each author is looked up once, not once for each story.
  const { rows } = await db.execute<Record<'slug' | 'id' | 'published_at' | 'updated_at', string> & FirstStory>(sql`
    with page as materialized (${page}),
    firsts as (
      select author_id as first_of, (
        select id from contents
        where not is_draft and deleted_at is null and contents.author_id = authors.author_id
        order by published_at, id limit 1) as first_id
      from (select distinct author_id from page where author_id is not null) as authors)
    select slug, id, published_at, updated_at, first_of
    from page left join firsts on id = first_id
    order by published_at, id`)
  return rows.map((row) => ({
    slug: row.slug,
    id: row.id,
    publishedAt: new Date(row.published_at),
    updatedAt: new Date(row.updated_at),
    authorId: row.first_of,
  }))
}

function isWithin({ after, until }: Run): SQL | undefined {
  return and(
    after && sql`(${publishedAt}, ${id}) > (${after.publishedAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
    until && sql`(${publishedAt}, ${id}) <= (${until.publishedAt.toISOString()}::timestamptz, ${until.id}::uuid)`,
  )
}

/** The stories after one place up to another: the oldest part has no beginning, the newest no end. */
export type Stretch = { after?: Position | undefined; until?: Position | undefined }
export type Part = Stretch & { stories: number; lastmod: Date | undefined }

type PlaceRow = { after_at: string | null; after_id: string }

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
export async function lockParts(tx: Db): Promise<void> {
  await tx.execute(sql`lock table sitemap_parts in share row exclusive mode`)
}

/** Takes up to `most` changes from the queue, and returns the starts of the parts that they are in. */
export async function takeChangedParts(
  tx: Db,
  most: number,
): Promise<{ taken: number; starts: (Position | undefined)[] }> {
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
export async function measureStretch(tx: Db, stretch: Stretch, most: number) {
  const { rows } = await tx.execute<{ stories: number; lastmod: string | null }>(sql`
    select count(*)::int as stories, max(updated_at) as lastmod
    from (select updated_at from contents where ${isPublishedIn(stretch)} order by published_at, id limit ${most}) as first`)
  const [row] = rows
  return { stories: row?.stories ?? 0, lastmod: row?.lastmod ? new Date(row.lastmod) : undefined }
}

/** The position of the nth story of a stretch, counted from 1. */
export async function findPlaceIn(tx: Db, stretch: Stretch, place: number): Promise<Position | undefined> {
  const { rows } = await tx.execute<PlaceRow>(sql`
    select published_at as after_at, id as after_id from contents where ${isPublishedIn(stretch)}
    order by published_at, id offset ${place - 1} limit 1`)
  return placeOf(rows[0])
}

/** Makes the part that begins there, or sets what is known of it. */
export async function savePart(tx: Db, { after, stories, lastmod }: Omit<Part, 'until'>): Promise<void> {
  await tx.execute(sql`
    insert into sitemap_parts (after_at, after_id, stories, lastmod)
    values (${startOf(after)}, ${stories}, ${lastmod?.toISOString() ?? null})
    on conflict (after_at, after_id) do update set stories = excluded.stories, lastmod = excluded.lastmod`)
}

/** Deletes a part; its stories then belong to the part before it. */
export async function deletePart(tx: Db, after: Position): Promise<void> {
  await tx.execute(sql`delete from sitemap_parts where (after_at, after_id) = (${startOf(after)})`)
}

function isPublishedIn({ after, until }: Stretch): SQL {
  const isBeforeEnd = until ? sql`and (published_at, id) <= (${startOf(until)})` : sql``
  return sql`not is_draft and deleted_at is null and (published_at, id) > (${startOf(after)}) ${isBeforeEnd}`
}

function startOf(place: Position | undefined): SQL {
  const at = place?.publishedAt.toISOString() ?? '-infinity'
  return sql`${at}::timestamptz, ${place?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid`
}

function placeOf(row: PlaceRow | undefined): Position | undefined {
  return row?.after_at ? { publishedAt: new Date(row.after_at), id: row.after_id } : undefined
}
