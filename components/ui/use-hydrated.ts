import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether React is hydrated: before that, the browser would submit a form as a page load, with its fields in the address. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
