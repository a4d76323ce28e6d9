import type { JobHandlers } from '../queue/handlers.ts'
import { announceStory } from './announce-story.ts'
import { forgetOldRecipients } from './forget-old-sends.ts'
import { freezeSend } from './freeze-send.ts'
import { sendDigests } from './send-digests.ts'

export const sendJobs = {
  'announce-story': announceStory,
  'freeze-send': freezeSend,
  'send-digests': sendDigests,
  'forget-old-sends': forgetOldRecipients,
} satisfies Partial<JobHandlers>
