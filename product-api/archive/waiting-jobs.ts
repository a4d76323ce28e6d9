import { type JobName, jobs } from '#platform/queue/jobs.ts'
import { queueSchema } from '#platform/queue/queues.ts'

/**
 * Jobs that a restored store goes on with. Not emails: those that waited when an archive was made went out long ago. Not
 * those that the calendar starts.
 */
const goingOn = (Object.keys(jobs) as JobName[]).filter((name) => {
  const { queue, cron }: { queue: string; cron?: string } = jobs[name]
  return ['slow', 'speech', 'publishing'].includes(queue) && !cron
})

export function isGoingOn(name: string): name is JobName {
  return goingOn.includes(name as JobName)
}

/** SQL that selects them, as lines. */
export const waitingJobs = `
  select json_build_object('job', data ->> 'job', 'payload', data -> 'payload', 'startAfter', date_trunc('milliseconds', start_after))::text as line
  from ${queueSchema}.job
  where state in ('created', 'retry', 'active') and data ->> 'job' in (${goingOn.map((name) => `'${name}'`).join(', ')})
  order by data::text collate "C", start_after`
