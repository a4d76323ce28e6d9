import { type SQL, sql } from 'drizzle-orm'
import { allCategories } from '#contract/categories.ts'
import type { Db } from '#platform/db/client.ts'
import { subscribers } from '#platform/db/tables/subscriptions.ts'
import { goesToSubscribers } from '#stories/mailings.ts'

/** How many of a category's newest stories are searched for those that go to its subscribers. */
const lookedAtMost = 200

/**
 * The newest public stories of an address's subscriptions that no newsletter has brought it yet; each list is read by its
 * own index. A category has only the stories that go to its subscribers.
 */
export async function listNewestFor(db: Db, subscriberId: string, most: number): Promise<string[]> {
  const listed = (isOfList: SQL, limit: number) => sql`
    select id, author_id, published_at, republished_at from contents
    where not is_draft and deleted_at is null and ${isOfList}
    order by published_at desc, id desc limit ${limit}`
  const ofCategory = (isOfList: SQL) => sql`
    select * from (${listed(isOfList, lookedAtMost)}) as contents
    where ${goesToSubscribers} order by published_at desc, id desc limit ${most}`
  const newest = (stories: SQL) => sql`
    select story.id, story.published_at from subscriptions s cross join lateral (${stories}) as story
    where s.subscriber_id = ${subscriberId} and s.confirmed_at is not null and s.ended_at is null`
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      ${newest(ofCategory(sql`true`))} and s.category = ${allCategories}
      union ${newest(ofCategory(sql`category = s.category`))} and s.category <> ${allCategories}
      union ${newest(listed(sql`publication_id = s.publication_id`, most))} and s.publication_id is not null
      union ${newest(listed(sql`author_id = s.author_id`, most))} and s.author_id is not null
    ) as found
    where not exists (
      select from send_recipients had join send_editions e on e.id = had.edition_id
      where had.subscriber_id = ${subscriberId} and had.state in ('queued', 'sending', 'sent', 'uncertain')
        and found.id = any(e.stories))
    order by published_at desc, id desc limit ${most}`)
  return rows.map(({ id }) => id)
}

/** Ends all leases of jobs that send a welcome. */
export async function clearWelcomeLeases(db: Db): Promise<void> {
  await db.update(subscribers).set({ welcomingUntil: null }).where(sql`${subscribers.welcomingUntil} is not null`)
}
