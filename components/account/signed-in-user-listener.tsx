import { useEffect, useEffectEvent } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import { useCurrentUser } from './use-current-user.ts'

/** Calls `onUser` with the person, and again at every change. */
export function SignedInUserListener({ onUser }: { onUser?: ((user: CurrentUser) => void) | undefined }) {
  const viewer = useCurrentUser()
  const user = viewer.status === 'in' ? viewer.user : undefined
  const tell = useEffectEvent((known: CurrentUser) => onUser?.(known))
  useEffect(() => {
    if (user) tell(user)
  }, [user])
  return null
}
