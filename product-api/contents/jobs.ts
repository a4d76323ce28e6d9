import { tags } from '#contract/tags.ts'
import { recordChange } from '../changes/service.ts'
import { transaction } from '../db/transaction.ts'
import type { JobContext, JobHandlers } from '../queue/handlers.ts'
import { forgetDeleted } from './delete-content.ts'
import { publishOverdue, publishPlanned } from './planned-publishing.ts'
import { reindexAuthorName } from './reindex-author-name.ts'
import { updateSitemapParts } from './sitemap-parts.ts'
import { listIdsUnderAccountName } from './write-repository.ts'

const batch = 200

export const contentJobs = {
  'rename-author': renameAuthor,
  'divide-sitemap': updateSitemapParts,
  'publish-planned-story': publishPlanned,
  'publish-overdue-stories': publishOverdue,
  'forget-deleted-stories': forgetDeleted,
} satisfies Partial<JobHandlers>

/** One transaction for each story: an author of thousands holds up no one else. */
async function renameAuthor(ctx: JobContext, { userId, from }: { userId: string; from: string }): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const ids = await listIdsUnderAccountName(ctx.db, userId, { after, limit: batch })
    for (const id of ids) await reindexAuthorName(ctx, id, from)
    if (ids.length < batch) break
    after = ids.at(-1) ?? after
  }
  // Once for all: each of thousands would be told to every node.
  await transaction(ctx.db, (tx) => recordChange(ctx, tx, [tags.search]))
}
