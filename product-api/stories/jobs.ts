import { findNameOf } from '#accounts/users.ts'
import { tags } from '#contract/tags.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { JobContext, JobHandlers } from '#platform/queue/handlers.ts'
import { forgetOldReads, moveReadWindows } from './read-counts/read-counts.ts'
import { planMonthlyFigures, sendMonthlyFigures } from './readers/send-monthly-figures.ts'
import { forgetDecidedReports } from './reports/decide-reports.ts'
import { indexStory } from './search-index/index-story.ts'
import { updateSitemapParts } from './sitemap/sitemap.ts'
import { mailThanks } from './thanks/send-thanks.ts'
import { publishOverdue, publishScheduled } from './write/publish-text.ts'
import { searchDocument } from './write/record-story-change.ts'
import { findStoryForUpdate, listIdsUnderAccountName } from './write/repository.ts'
import { forgetDeleted } from './write/withdraw-story.ts'

const batch = 200

export const storyJobs = {
  'send-thanks': mailThanks,
  'rename-author': renameAuthor,
  'divide-sitemap': updateSitemapParts,
  'publish-planned-story': publishScheduled,
  'publish-overdue-stories': publishOverdue,
  'forget-deleted-stories': forgetDeleted,
  'move-read-windows': (ctx) => moveReadWindows(ctx),
  'forget-decided-reports': (ctx) => forgetDecidedReports(ctx),
  'forget-old-reads': (ctx) => forgetOldReads(ctx),
  'plan-monthly-figures': planMonthlyFigures,
  'send-monthly-figures': sendMonthlyFigures,
} satisfies Partial<JobHandlers>

/** One transaction for each story, so that an author of thousands blocks no other writes. */
async function renameAuthor(ctx: JobContext, { userId, from }: { userId: string; from: string }): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const ids = await listIdsUnderAccountName(ctx.db, userId, { after, limit: batch })
    for (const id of ids) await reindexAuthorName(ctx, id, from)
    if (ids.length < batch) break
    after = ids.at(-1) ?? after
  }
  // One change for all stories: a separate one for each would reach every node thousands of times.
  await transaction(ctx.db, (tx) => recordChange(ctx, tx, [tags.search]))
}

/**
 * Indexes a story under its author's present name; `from`: the earlier name, if the index does not have it. Skips stories
 * with an author name of their own.
 */
function reindexAuthorName(ctx: Context, id: string, from: string): Promise<void> {
  return transaction(ctx.db, async (tx) => {
    const story = await findStoryForUpdate(tx, id)
    if (!story || story.authorName !== null) return
    const name = await findNameOf(tx, story.authorId)
    await indexStory(tx, searchDocument(story, from), searchDocument(story, name))
  })
}
