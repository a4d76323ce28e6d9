import type { JobHandlers } from '../queue/handlers.ts'
import { forgetUnusedSpeech } from './forget-unused-speech.ts'
import { speakPodcast } from './speak-podcast.ts'

export const podcastJobs = {
  'speak-podcast': speakPodcast,
  'forget-unused-speech': forgetUnusedSpeech,
} satisfies Partial<JobHandlers>
