import type { PodcastJob } from '#contract/podcasts.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { usePolling } from '#lib/browser/use-polling.ts'

const askEveryMs = 1_000

export function isUnderWay({ state }: Pick<PodcastJob, 'state'>): boolean {
  return state === 'waiting' || state === 'speaking'
}

/** The progress of reading a text aloud; asked for every second while it runs and the page is visible. */
export function usePodcastJob(known: PodcastJob) {
  const { id } = known
  const { data: job = known, error, mutate } = useCall('GET /podcasts/jobs/:id', { params: { id } }, { known })
  usePolling(() => mutate(), { goesOn: isUnderWay(job), everyMs: askEveryMs })
  return { job, error, take: (changed: PodcastJob) => mutate(changed, { revalidate: false }) }
}
