'use client'

import { lazy, Suspense } from 'react'
import { useSession } from '#components/account/user-data.ts'
import type { PublicationPage } from '#contract/publications.ts'

// Only owners need it; everyone else just reads.
const OwnerTools = lazy(async () => ({ default: (await import('./publication-tools.tsx')).PublicationTools }))

/** Stands on every publication's page and shows to its owner and administrators. */
export function PublicationOwner({ publication }: { publication: PublicationPage }) {
  if (useSession() !== 'in') return null
  return (
    <Suspense>
      <OwnerTools publication={publication} />
    </Suspense>
  )
}
