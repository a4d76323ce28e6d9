import type { JobHandlers } from '#platform/queue/handlers.ts'
import { narrateReadingList } from './narrate-reading-list.ts'
import { forgetUnusedSpeech } from './recording/forget-unused-speech.ts'
import { narratePublished } from './recording/narrate-story.ts'
import { speakPodcast } from './recording/speak-podcast.ts'

export const podcastJobs = {
  'narrate-story': narratePublished,
  'speak-podcast': speakPodcast,
  'forget-unused-speech': forgetUnusedSpeech,
  'narrate-reading-list': narrateReadingList,
} satisfies Partial<JobHandlers>
