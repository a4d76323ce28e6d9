import { useEffect } from 'react'
import type { Send } from '#contract/sends.ts'
import { askAgain, useCall } from '#lib/browser/use-call.ts'
import { usePolling } from '#lib/browser/use-polling.ts'
import { latestInput } from './latest-sends.tsx'

const askEveryMs = 2_000

export function isOpen(state: Send['state']): boolean {
  return state !== 'done' && state !== 'cancelled'
}

/** The progress of a send; asked for every two seconds while it runs and the page is visible. */
export function useSend(id: string) {
  const { data: send, error, mutate } = useCall('GET /newsletters/sends/:id', { params: { id } })
  const goesOn = send === undefined || isOpen(send.state)
  usePolling(() => mutate(), { goesOn, everyMs: askEveryMs })

  useEffect(() => {
    if (!goesOn) return
    return () => {
      // The send has ended or is no longer shown, so the list below has to catch up.
      void askAgain('GET /newsletters/sends', latestInput)
    }
  }, [goesOn])

  return { send, error, mutate }
}
