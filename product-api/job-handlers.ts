import { accountMailJobs } from './account-mails/jobs.ts'
import { auditJobs } from './audit/jobs.ts'
import { contentJobs } from './contents/jobs.ts'
import { forgetExpiredAccess } from './forget-expired-access.ts'
import { newsletterJobs } from './newsletters/jobs.ts'
import { podcastJobs } from './podcasts/jobs.ts'
import type { JobHandlers } from './queue/handlers.ts'
import { narrateReadingList } from './reading-list/narrate-reading-list.ts'
import { readJobs } from './reads/jobs.ts'
import { sendJobs } from './sends/jobs.ts'
import { suppressionJobs } from './suppressions/jobs.ts'
import { forgetUnusedUploads } from './uploads/forget-unused-uploads.ts'

/** Who does which job; a job without a handler is a type error here. */
export const jobHandlers: JobHandlers = {
  ...accountMailJobs,
  ...contentJobs,
  ...newsletterJobs,
  ...sendJobs,
  ...auditJobs,
  ...suppressionJobs,
  ...podcastJobs,
  'narrate-reading-list': narrateReadingList,
  ...readJobs,
  'forget-expired-access': forgetExpiredAccess,
  'forget-unused-uploads': forgetUnusedUploads,
}
