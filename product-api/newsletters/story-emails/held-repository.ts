import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import type { TimePlace } from '#platform/db/paging.ts'
import type { MailingRow } from '#platform/db/tables/newsletters.ts'

export type HeldRow = {
  id: string
  slug: string
  title: string
  category: string
  version: number
  author: { id: string; name: string; email: string; isApproved: boolean }
  publicationId: string | null
  reason: MailingRow['reason']
  heldAt: Date
}

type RawRow = {
  id: string
  slug: string
  title: string
  category: string
  version: number
  author_id: string
  author_name: string
  author_email: string
  is_approved: boolean
  publication_id: string | null
  reason: MailingRow['reason']
  held_at: string
}

/** Newest first, without drafts, deleted stories, and stories of authors who may not email anyone. */
export function listHeld(
  db: Db,
  { after, limit }: { after: TimePlace | undefined; limit: number },
): Promise<HeldRow[]> {
  const isOlder = after
    ? sql`and (m.created_at, m.content_id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``
  return select(db, isOlder, limit)
}

/** Undefined for a story that `listHeld` leaves out. */
export async function findHeld(db: Db, id: string): Promise<HeldRow | undefined> {
  return (await select(db, sql`and m.content_id = ${id}`, 1))[0]
}

async function select(db: Db, further: SQL, limit: number): Promise<HeldRow[]> {
  const { rows } = await db.execute<RawRow>(sql`
    select c.id, c.slug, c.title, c.category, c.version, a.id as author_id, a.name as author_name,
      a.email as author_email, a.role = 'admin' or a.mailing_approved_at is not null as is_approved, c.publication_id,
      m.reason, m.created_at as held_at
    from story_mailings m join contents c on c.id = m.content_id join users a on a.id = c.author_id
    where m.state = 'held' and not c.is_draft and c.deleted_at is null
      and a.suspended_at is null and a.email_proven_at is not null ${further}
    order by m.created_at desc, m.content_id desc limit ${limit}`)
  return rows.map(({ author_id, author_name, author_email, is_approved, publication_id, held_at, ...row }) => ({
    ...row,
    author: { id: author_id, name: author_name, email: author_email, isApproved: is_approved },
    publicationId: publication_id,
    heldAt: new Date(held_at),
  }))
}
