import { accountJobs } from '#accounts/jobs.ts'
import { archiveJobs } from '#archive/jobs.ts'
import { forgetUnusedUploads } from '#files/forget-unused-uploads.ts'
import { newsletterJobs } from '#newsletters/jobs.ts'
import { forgetOldEvents } from '#platform/audit.ts'
import type { JobHandlers } from '#platform/queue/handlers.ts'
import { podcastJobs } from '#podcasts/jobs.ts'
import { storyJobs } from '#stories/jobs.ts'
import { subscriptionJobs } from '#subscriptions/jobs.ts'

/** The handlers of all rooms; a job without one is a type error here. */
export const jobHandlers: JobHandlers = {
  ...accountJobs,
  ...storyJobs,
  ...subscriptionJobs,
  ...newsletterJobs,
  ...podcastJobs,
  ...archiveJobs,
  'forget-unused-uploads': forgetUnusedUploads,
  'forget-old-audit-events': (ctx) => forgetOldEvents(ctx),
}
