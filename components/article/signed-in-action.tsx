'use client'

import { useSession } from '#components/account/user-data.ts'
import { LatePart } from '#components/ui/late-part.tsx'
import type { ReaderStory } from './reader-story.ts'
import type { SignedInActionName } from './signed-in-actions.tsx'

type Props = {
  part: SignedInActionName
  story: ReaderStory
  /** The size of the placeholder for signed-in readers; without one the part floats over the page. */
  place?: string
}

// Visitors never load it.
const loadActions = async () => (await import('./signed-in-actions.tsx')).SignedInActions

/** A signed-in reader's actions for a story. It is on every article, which is the same for all readers. */
export function SignedInAction({ part, story, place }: Props) {
  const session = useSession()
  if (session === 'out') return null
  const shown = session === 'in' ? 'block' : 'hidden in-data-[session=in]:block'
  const room = place && <span className={`${place} ${shown}`} />
  if (session === 'unknown') return room
  return <LatePart load={loadActions} given={{ part, story, room }} room={room} />
}
