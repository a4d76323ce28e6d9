import { useCallback } from 'react'
import type { PodcastJob } from '#contract/podcasts.ts'
import { useCall } from '#lib/browser/use-call.ts'

/** Texts being read aloud, waiting, failed or cancelled. */
export function usePodcastJobs() {
  const { data: jobs = [], error, mutate } = useCall('GET /podcasts/jobs')
  const put = useCallback(
    (next: (before: PodcastJob[]) => PodcastJob[]) =>
      void mutate((before: PodcastJob[] = []) => next(before), { revalidate: false }),
    [mutate],
  )
  const change = useCallback(
    (job: PodcastJob) => put((before) => before.map((one) => (one.id === job.id ? job : one))),
    [put],
  )
  const remove = useCallback((id: string) => put((before) => before.filter((one) => one.id !== id)), [put])
  return {
    jobs: jobs.filter(({ state }) => state !== 'done'),
    error,
    add: (job: PodcastJob) => put((before) => [job, ...before.filter(({ id }) => id !== job.id)]),
    change,
    remove,
  }
}
