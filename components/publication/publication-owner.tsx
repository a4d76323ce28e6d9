'use client'

import { useSession } from '#components/account/user-data.ts'
import { LatePart } from '#components/ui/late-part.tsx'
import type { PublicationPage } from '#contract/publications.ts'

// Only owners need it; everyone else just reads.
const loadTools = async () => (await import('./publication-tools.tsx')).PublicationTools

/** Stands on every publication's page and shows to its owner and administrators. */
export function PublicationOwner({ publication }: { publication: PublicationPage }) {
  if (useSession() !== 'in') return null
  return <LatePart load={loadTools} given={{ publication }} />
}
