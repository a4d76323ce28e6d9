import { sql } from 'drizzle-orm'
import { allCategories } from '#contract/categories.ts'
import type { Db } from '../db/client.ts'
import { subscribers } from '../db/tables/subscribers.ts'

/**
 * The newest public stories of everything that an address gets and that no newsletter has brought it yet; each list gives
 * its own newest by its index.
 */
export async function listNewestFor(db: Db, subscriberId: string, most: number): Promise<string[]> {
  const newest = (isOfList: ReturnType<typeof sql>) => sql`
    select story.id, story.published_at from subscriptions s
    cross join lateral (
      select id, published_at from contents
      where not is_draft and deleted_at is null and ${isOfList}
      order by published_at desc, id desc limit ${most}) as story
    where s.subscriber_id = ${subscriberId} and s.confirmed_at is not null and s.ended_at is null`
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      ${newest(sql`true`)} and s.category = ${allCategories}
      union ${newest(sql`category = s.category`)} and s.category <> ${allCategories}
      union ${newest(sql`publication_id = s.publication_id`)} and s.publication_id is not null
      union ${newest(sql`author_id = s.author_id`)} and s.author_id is not null
    ) as found
    where not exists (
      select from send_recipients had join send_editions e on e.id = had.edition_id
      where had.subscriber_id = ${subscriberId} and had.state in ('queued', 'sending', 'sent', 'uncertain')
        and found.id = any(e.stories))
    order by published_at desc, id desc limit ${most}`)
  return rows.map(({ id }) => id)
}

/** Whose welcome is under way: no other job sends it now. */
export async function clearWelcoming(db: Db): Promise<void> {
  await db.update(subscribers).set({ welcomingUntil: null }).where(sql`${subscribers.welcomingUntil} is not null`)
}
