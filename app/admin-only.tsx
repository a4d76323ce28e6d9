import type { ReactNode } from 'react'
import { currentViewer, type Viewer } from '#lib/session/current-viewer.ts'
import { ask, FailureAnswer } from './failure-answer.tsx'

/** Shows a page to administrators; everybody else reads the sentence of the specification. */
export async function AdminOnly({ children }: { children: (viewer: Viewer) => ReactNode }) {
  const asked = await ask(currentViewer())
  if (!asked.ok) return <FailureAnswer failure={asked.failure} />
  if (asked.value?.user.role !== 'admin') {
    return (
      <div className="mx-auto w-full max-w-framed px-4 py-16 md:px-6 md:py-24">
        <p role="status" className="font-serif text-lead">
          Preparing the page for you.
        </p>
      </div>
    )
  }
  return children(asked.value)
}
