'use client'

import { useEffect } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { LatePart } from '#components/ui/late-part.tsx'
import type { Profile } from '#contract/users.ts'

// Loaded for the owner of the profile alone.
const loadForm = async () => (await import('./edit-profile.tsx')).EditProfile

/** The form on one's own profile. It is last on the page, so that nothing moves when it loads. */
export function OwnerPanel({ profile }: { profile: Profile }) {
  const viewer = useCurrentUser()
  const isOwn = viewer.status === 'in' && viewer.user.uuid === profile.uuid
  // theme.js sets this before the first paint if the browser already knows whose profile it is.
  useEffect(() => {
    const { dataset } = document.documentElement
    if (isOwn) dataset.page = 'own-profile'
    else if (viewer.status === 'in' || viewer.status === 'out') delete dataset.page
  }, [isOwn, viewer.status])
  if (!isOwn) return null
  return <LatePart load={loadForm} what="The form for your profile" given={{ user: viewer.user }} />
}
