import { useCallback, useEffect, useState } from 'react'
import type { PodcastJob } from '#contract/podcasts.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { usePolling } from '#lib/browser/use-polling.ts'

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

/** A process that is silent for three minutes has probably died, so the job may be started again. */
const silentMs = 3 * 60_000

/** Whether a job under way has been silent for too long. Turns true on its own, without another answer. */
export function useSilence(changedAt: string, isUnderWay: boolean): boolean {
  const silentFrom = Date.parse(changedAt) + silentMs
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setNow(Math.max(Date.now(), silentFrom)), Math.max(0, silentFrom - Date.now()))
    return () => clearTimeout(timer)
  }, [isUnderWay, silentFrom])
  return isUnderWay && now >= silentFrom
}
