import { contentJobs } from './contents/jobs.ts'
import { newsletterJobs } from './newsletters/jobs.ts'
import type { JobHandlers } from './queue/handlers.ts'
import { userJobs } from './users/jobs.ts'

/** Who does which job. */
export const jobHandlers: JobHandlers = { ...userJobs, ...contentJobs, ...newsletterJobs }
