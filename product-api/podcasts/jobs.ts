import type { Context } from '#platform/context.ts'
import type { JobHandlers } from '#platform/queue/handlers.ts'
import { findFeedOf } from './private-podcast.ts'
import { forgetUnusedSpeech } from './recording/audio-files.ts'
import { listUnnarratedSaved } from './recording/episodes.ts'
import { narrateForReader, narrateMissed, narratePublished } from './recording/narrate-story.ts'
import { speakPodcast } from './recording/speak-podcast.ts'

export const podcastJobs = {
  'narrate-story': narratePublished,
  'narrate-missed-stories': narrateMissed,
  'speak-podcast': speakPodcast,
  'forget-unused-speech': forgetUnusedSpeech,
  'narrate-reading-list': narrateReadingList,
} satisfies Partial<JobHandlers>

/** Narrates what a person with a private podcast saved: at most twenty stories a day, the last saved first. */
async function narrateReadingList(ctx: Context, { userId }: { userId: string }): Promise<void> {
  if (!(await findFeedOf(ctx.db, userId))) return
  for (const contentId of await listUnnarratedSaved(ctx, userId)) {
    if (!(await ctx.limits.tryTake('readerNarration', userId))) return
    if (!(await narrateForReader(ctx, contentId))) await ctx.limits.refund('readerNarration', userId)
  }
}
