import { useEffect, useRef } from 'react'
import type { PodcastJob } from '#contract/podcasts.ts'
import { useCall } from '#lib/browser/use-call.ts'

const askEveryMs = 1_000

export function isUnderWay({ state }: Pick<PodcastJob, 'state'>): boolean {
  return state === 'waiting' || state === 'speaking'
}

/** How far a text is read aloud; asked every second while it goes on and somebody looks. */
export function usePodcastJob(known: PodcastJob) {
  const { id } = known
  const { data: job = known, error, mutate } = useCall('GET /podcasts/jobs/:id', { params: { id } }, { known })
  const isAsking = useRef(false)
  const goesOn = isUnderWay(job)

  useEffect(() => {
    if (!goesOn) return
    async function ask() {
      if (document.hidden || isAsking.current) return
      isAsking.current = true
      try {
        await mutate()
      } catch {
        // The failure is shown; the next question may be answered.
      } finally {
        isAsking.current = false
      }
    }
    const timer = setInterval(ask, askEveryMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [goesOn, mutate])

  return { job, error, take: (changed: PodcastJob) => mutate(changed, { revalidate: false }) }
}
