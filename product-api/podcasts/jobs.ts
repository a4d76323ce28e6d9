import type { JobHandlers } from '../queue/handlers.ts'
import { forgetUnusedSpeech } from './forget-unused-speech.ts'
import { narratePublished } from './narrate-story.ts'
import { speakPodcast } from './speak-podcast.ts'

export const podcastJobs = {
  'narrate-story': narratePublished,
  'speak-podcast': speakPodcast,
  'forget-unused-speech': forgetUnusedSpeech,
} satisfies Partial<JobHandlers>
