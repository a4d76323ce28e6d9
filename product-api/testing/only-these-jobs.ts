import type { JobHandlers } from '#platform/queue/handlers.ts'
import { type JobName, jobs } from '#platform/queue/jobs.ts'

/** Handlers for the jobs that a test is about; any other one fails. */
export function onlyTheseJobs(handlers: Partial<JobHandlers>): JobHandlers {
  const failing = Object.keys(jobs).map((name) => {
    const fail = () => Promise.reject(new Error(`This test does no job ${name}`))
    return [name as JobName, fail]
  })
  return { ...(Object.fromEntries(failing) as unknown as JobHandlers), ...handlers }
}
