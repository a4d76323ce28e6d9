import { sql } from 'drizzle-orm'
import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { countList } from '#platform/db/counters.ts'
import { transaction } from '#platform/db/transaction.ts'

/** One change in the feed for so many profiles. */
const batch = 100

/** How many people follow an author by email, now. */
export function countFollowers(db: Db, userId: string): Promise<number> {
  return countList(db, `author:${userId}`)
}

/**
 * The job: brings the numbers of followers that profiles show up to date. Not at each follow: every one would render the
 * profile again, and an exact number would tell who has just followed.
 */
export async function updateShownFollowers(ctx: Context): Promise<void> {
  while ((await transaction(ctx.db, (tx) => updateSome(ctx, tx))) === batch);
}

/** @returns how many profiles changed. */
async function updateSome(ctx: Context, tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update users set shown_followers = changed.count
    from (
      select u.id, now.count from users u cross join lateral (
        select coalesce(sum(change), 0)::int as count from audience_counts where list = 'author:' || u.id
      ) as now
      where u.shown_followers is not null and u.shown_followers <> now.count
      order by u.id limit ${batch} for no key update of u
    ) as changed
    where users.id = changed.id returning users.id`)
  if (rows.length > 0)
    await recordChange(
      ctx,
      tx,
      rows.map(({ id }) => tags.profile(id)),
    )
  return rows.length
}
