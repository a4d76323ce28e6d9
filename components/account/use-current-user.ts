import { useEffect, useState } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import { getJson } from '#lib/bff/client.ts'
import {
  changeUser,
  forgetForNow,
  hasSessionHint,
  hopeAgain,
  type StoredUser,
  userState,
  useSession,
} from './user-data.ts'

export type Viewer =
  | { status: 'unknown' | 'out' | 'loading' | 'failed' }
  /** Somebody is signed in, and the server has said who. */
  | { status: 'in'; user: CurrentUser }

let asked: Promise<CurrentUser | undefined> | undefined

/**
 * Who is signed in; asked once a page, and never without a hint that there is a session.
 * @throws CallFailure; the next call asks again.
 */
function currentUser(): Promise<CurrentUser | undefined> {
  if (!hasSessionHint()) {
    asked = undefined
    return Promise.resolve(undefined)
  }
  asked ??= ask().catch((fault) => {
    asked = undefined
    throw fault
  })
  return asked
}

/** Asks again, after something about the person or the session has changed. */
export function refreshCurrentUser(): Promise<CurrentUser | undefined> {
  asked = undefined
  hopeAgain()
  return currentUser()
}

/** Keeps what a call has answered about the person. */
export function keepCurrentUser(user: CurrentUser): void {
  asked = Promise.resolve(user)
  changeUser({ type: 'UPDATE_USER', user })
}

export function useCurrentUser(): Viewer {
  const session = useSession()
  const [viewer, setViewer] = useState<Viewer>({ status: 'loading' })

  useEffect(() => {
    if (session === 'unknown') return
    if (session === 'out') {
      asked = undefined
      // A session that has ended by its age leaves this behind.
      if (userState().isLoggedIn) changeUser({ type: 'LOGOUT_USER' })
      return
    }
    let isGone = false
    const show = (now: Viewer) => !isGone && setViewer(now)
    currentUser().then(
      (user) => show(user ? { status: 'in', user } : { status: 'out' }),
      () => show({ status: 'failed' }),
    )
    return () => {
      isGone = true
    }
  }, [session])

  return session === 'in' ? viewer : { status: session }
}

async function ask(): Promise<CurrentUser | undefined> {
  const { body, headers } = await getJson<CurrentUser | Record<string, never>>('/api/users/current_user')
  // Empty is how the call says that the session is over, unless it was a node that can't read it.
  if (!body.uuid) {
    if (headers.get('x-session') === 'unreadable') forgetForNow()
    else changeUser({ type: 'LOGOUT_USER' })
    return undefined
  }
  changeUser({ type: 'SET_USER', user: body as StoredUser })
  return body as CurrentUser
}
