'use client'

import { useEffect } from 'react'
import { LatePart } from '#components/ui/late-part.tsx'
import type { CurrentUser } from '#contract/users.ts'
import { changeUser, userState, useSession } from './user-data.ts'

type Props = { onUser?: ((user: CurrentUser) => void) | undefined }

// The code that asks loads with a signed-in person's first page; visitors never load it.
const loadAsking = async () => (await import('./signed-in-user-listener.tsx')).SignedInUserListener

/** Asks who is signed in, on pages that are public; shows nothing. */
export function CurrentUserListener({ onUser }: Props) {
  const session = useSession()
  useEffect(() => {
    // A session that has ended by its age leaves this behind.
    if (session === 'out' && userState().isLoggedIn) changeUser({ type: 'LOGOUT_USER' })
  }, [session])
  if (session !== 'in') return null
  return <LatePart load={loadAsking} given={{ onUser }} />
}
