import type { ReactNode } from 'react'
import { currentViewer, type Viewer } from '#lib/session/caller.ts'
import { ask, FailureAnswer } from './failure-answer.tsx'

/** Shows a page to administrators; everyone else sees the specification's sentence. */
export async function AdminOnly({ children }: { children: (viewer: Viewer) => ReactNode }) {
  const asked = await ask(currentViewer())
  if (!asked.ok) return <FailureAnswer failure={asked.failure} />
  if (asked.value?.user.role !== 'admin') {
    return (
      <div className="mx-auto w-full max-w-framed px-4 py-16 md:px-6 md:py-24">
        <h1 className="font-serif text-lead">Preparing the page for you.</h1>
      </div>
    )
  }
  return children(asked.value)
}
