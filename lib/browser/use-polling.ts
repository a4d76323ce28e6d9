import { useEffect, useEffectEvent, useRef } from 'react'

type Options = { goesOn: boolean; everyMs: number }

/** Asks repeatedly while something is under way and the page is visible: one call at a time. */
export function usePolling(ask: () => Promise<unknown>, { goesOn, everyMs }: Options): void {
  const isAsking = useRef(false)
  const askOnce = useEffectEvent(async () => {
    if (document.hidden || isAsking.current) return
    isAsking.current = true
    try {
      await ask()
    } catch {
      // The failure is shown; the next question may be answered.
    } finally {
      isAsking.current = false
    }
  })

  useEffect(() => {
    if (!goesOn) return
    const onTime = () => void askOnce()
    const timer = setInterval(onTime, everyMs)
    document.addEventListener('visibilitychange', onTime)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onTime)
    }
  }, [goesOn, everyMs])
}
