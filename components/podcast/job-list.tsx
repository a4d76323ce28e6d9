'use client'

import type { PodcastJob } from '#contract/podcasts.ts'
import { JobProgress } from './job-progress.tsx'

type Props = {
  jobs: readonly PodcastJob[]
  onState: (job: PodcastJob) => void
  onGone: (id: string) => void
}

/** The texts that are not ready yet; renders nothing if all are. */
export function JobList({ jobs, onState, onGone }: Props) {
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby="podcast-jobs" className="flex max-w-column flex-col gap-4">
      <h2 id="podcast-jobs" className="font-serif text-lead font-semibold">
        Not ready yet
      </h2>
      {jobs.map((job) => (
        <JobProgress key={job.id} job={job} onState={onState} onGone={() => onGone(job.id)} />
      ))}
    </section>
  )
}
