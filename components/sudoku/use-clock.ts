import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Ticks each second while it runs and the page is seen. */
export function useClock(isRunning: boolean, tick: () => void): void {
  const isSeen = useSyncExternalStore(onVisibility, isVisible, () => true)
  const onTick = useEffectEvent(tick)
  useEffect(() => {
    if (!isRunning || !isSeen) return
    const timer = setInterval(() => onTick(), 1000)
    return () => clearInterval(timer)
  }, [isRunning, isSeen])
}

function isVisible(): boolean {
  return document.visibilityState !== 'hidden'
}

function onVisibility(callback: () => void): () => void {
  document.addEventListener('visibilitychange', callback)
  return () => document.removeEventListener('visibilitychange', callback)
}
