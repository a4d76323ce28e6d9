import type { JobHandlers } from '#platform/queue/handlers.ts'
import { forgetOldRecipients } from './delivery/finish-sends.ts'
import { snapshotAudience } from './delivery/snapshot-audience.ts'
import { sendDigests } from './digest/send-digests.ts'
import { announceStory } from './story-emails/announce-story.ts'

export const newsletterJobs = {
  'announce-story': announceStory,
  'freeze-send': snapshotAudience,
  'send-digests': sendDigests,
  'forget-old-sends': forgetOldRecipients,
} satisfies Partial<JobHandlers>
