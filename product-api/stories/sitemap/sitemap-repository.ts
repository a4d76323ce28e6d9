import { and, asc, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { contents } from '#platform/db/tables/stories.ts'
import type { Position } from '../read/cursor.ts'

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
