import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether React runs already: before that a form would be sent as a page, with what was typed in it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
