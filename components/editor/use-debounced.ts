import { useCallback, useEffect, useRef } from 'react'

/** Debounces `act`: it runs `ms` after the last request. */
export function useDebounced(act: () => void, ms: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), ms)
  }, [ms])
}
