import { useEffect, useEffectEvent } from 'react'

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel'] as const
const asIs = { capture: true, passive: true }

/** Runs `act` when somebody touches the page, or has done so already. `isWaiting` false: no longer. */
export function usePageTouch(act: () => void, isWaiting: boolean): void {
  const touched = useEffectEvent(act)
  useEffect(() => {
    if (!isWaiting) return
    const listen = () => {
      stop()
      touched()
    }
    const stop = () => {
      for (const sign of signs) removeEventListener(sign, listen, asIs)
    }
    for (const sign of signs) addEventListener(sign, listen, asIs)
    if (document.activeElement && document.activeElement !== document.body) listen()
    return stop
  }, [isWaiting])
}
