'use client'

import { lazy, Suspense } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import type { Profile } from '#contract/users.ts'

// Only the owner of a profile needs it; everybody else reads.
const OwnerForms = lazy(async () => ({ default: (await import('./owner-forms.tsx')).OwnerForms }))

/** Stands on every profile and shows on one's own: what one can change about oneself and one's account. */
export function OwnerRoom({ profile }: { profile: Profile }) {
  const viewer = useCurrentUser()
  // The page is the same for everybody; on one's own profile room is kept until the forms are there.
  const place = <div className="owner-place" />
  if (viewer.status === 'unknown' || viewer.status === 'loading') return place
  if (viewer.status !== 'in' || viewer.user.uuid !== profile.uuid) return null
  return (
    <Suspense fallback={place}>
      <OwnerForms user={viewer.user} />
    </Suspense>
  )
}
