import { useEffect, useRef } from 'react'
import type { Send } from '#contract/sends.ts'
import { askAgain, useCall } from '#lib/browser/use-call.ts'
import { latestInput } from './latest-sends.tsx'

const askEveryMs = 2_000

export function isOpen(state: Send['state']): boolean {
  return state !== 'done' && state !== 'cancelled'
}

/** How far a send is; asked every two seconds while it goes on and somebody looks. */
export function useSend(id: string) {
  const { data: send, error, mutate } = useCall('GET /newsletters/sends/:id', { params: { id } })
  const isAsking = useRef(false)
  const goesOn = send === undefined || isOpen(send.state)

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
      // It has ended, or is looked at no more: the list below says the same.
      void askAgain('GET /newsletters/sends', latestInput)
    }
  }, [goesOn, mutate])

  return { send, error, mutate }
}
