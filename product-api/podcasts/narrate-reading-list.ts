import type { Context } from '#platform/context.ts'
import { findFeedOf } from './private-podcast/repository.ts'
import { listSilentSaved } from './recording/episodes.ts'
import { narrateForReader } from './recording/narrate-story.ts'

/**
 * Has a person's saved stories read aloud, if they have them as a podcast: at most twenty a day for each person, the
 * last saved first.
 */
export async function narrateReadingList(ctx: Context, { userId }: { userId: string }): Promise<void> {
  if (!(await findFeedOf(ctx.db, userId))) return
  for (const contentId of await listSilentSaved(ctx, userId)) {
    if (!(await ctx.limits.tryTake('readerNarration', userId))) return
    if (!(await narrateForReader(ctx, contentId))) await ctx.limits.refund('readerNarration', userId)
  }
}
