import { useEffect } from 'react'
import { mutate } from 'swr'
import type { CurrentUser } from '#contract/users.ts'
import { callKey, forgetAnswers, useCall } from '#lib/browser/use-call.ts'
import { askCurrentUser, currentUserCall, rememberUser } from './ask-current-user.ts'
import { changeUser, hasSessionHint, useSession } from './user-data.ts'

export type Viewer =
  | { status: 'unknown' | 'out' | 'loading' | 'failed' }
  /** A person is signed in, and the server has said who. */
  | { status: 'in'; user: CurrentUser }

/** The signed-in person; asks the server once per page, and only if there is a hint of a session. */
export function useCurrentUser(): Viewer {
  const session = useSession()
  const { data, error } = useCall(session === 'in' && currentUserCall, {}, { read: rememberUser })

  useEffect(() => {
    if (session !== 'in') return
    return () => {
      if (!hasSessionHint()) forgetAnswers()
    }
  }, [session])

  if (session !== 'in') return { status: session }
  if (data) return { status: 'in', user: data }
  return { status: error ? 'failed' : 'loading' }
}

/**
 * Asks again, after something about the person has changed.
 * @throws CallFailure
 */
export async function refreshCurrentUser(): Promise<CurrentUser | undefined> {
  return mutate(callKey(currentUserCall), askCurrentUser, { revalidate: false })
}

/** Stores the person's details from a call's answer. */
export async function keepCurrentUser(user: CurrentUser): Promise<void> {
  changeUser({ type: 'UPDATE_USER', user })
  await mutate(callKey(currentUserCall), user, { revalidate: false })
}
