'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { LoadingOverlay } from '#components/ui/loading-overlay.tsx'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { EditorInput } from './use-story-editor.ts'

const StoryEditor = dynamic(async () => (await import('./story-editor.tsx')).StoryEditor, { ssr: false })

type Props = Omit<EditorInput, 'person'>

/** Waits for the editor, which is loaded here and nowhere else, and for who is writing. */
export function EditorPage(props: Props) {
  const viewer = useCurrentUser()
  const [isReady, setIsReady] = useState(false)
  // Whoever has begun to write stays with their text, even when the session ends: the editor then says so and keeps it.
  const [writer, setWriter] = useState<CurrentUser>()
  if (viewer.status === 'in' && !writer) setWriter(viewer.user)
  const hasFailed = viewer.status === 'failed' && !writer
  const isShutOut = viewer.status === 'out' && !writer

  useEffect(() => {
    // The session has ended since the page was asked for.
    if (isShutOut) location.replace(paths.home)
  }, [isShutOut])

  return (
    <>
      <LoadingOverlay loading={!isReady && !hasFailed} />
      {hasFailed && (
        <p role="alert" className="mx-auto w-full max-w-framed px-4 py-16 text-danger md:px-6">
          Error fetching user data
        </p>
      )}
      {writer && <StoryEditor {...props} person={writer} onReady={() => setIsReady(true)} />}
      <noscript>
        <p className="mx-auto w-full max-w-framed px-4 py-16 md:px-6">Writing needs scripts in your browser.</p>
      </noscript>
    </>
  )
}
