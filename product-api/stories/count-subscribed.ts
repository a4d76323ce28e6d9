import { sql } from 'drizzle-orm'
import { dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { storyReads } from '#platform/db/tables/stories.ts'

/** Counts one person who asked for emails on the pages of these stories and has confirmed now. */
export async function countSubscribed(tx: Db, storyIds: readonly string[], at: Date): Promise<void> {
  const day = dayOf(at)
  // In the order of their ids, as batches of reads are added: two transactions must not wait for each other.
  const rows = storyIds.toSorted().map((contentId) => ({ contentId, day, subscribed: 1 }))
  await tx
    .insert(storyReads)
    .values(rows)
    .onConflictDoUpdate({
      target: [storyReads.contentId, storyReads.day],
      set: { subscribed: sql`${storyReads.subscribed} + 1` },
    })
}
