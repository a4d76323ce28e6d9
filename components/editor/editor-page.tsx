'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { LoadingOverlay } from '#components/ui/loading-overlay.tsx'
import { paths } from '#contract/paths.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'

const StoryEditor = dynamic(async () => (await import('./story-editor.tsx')).StoryEditor, { ssr: false })

type Props = {
  productName: string
  /** What is edited; nothing for a new story. */
  story?: WorkingCopy | undefined
  /** The slug of the publication that a new story is for. */
  publication?: string
}

/** Waits for the editor, which is loaded here and nowhere else, and for who is writing. */
export function EditorPage(props: Props) {
  const viewer = useCurrentUser()
  const [isReady, setIsReady] = useState(false)

  useEffect(() => {
    // The session has ended since the page was asked for.
    if (viewer.status === 'out') location.replace(paths.home)
  }, [viewer.status])

  return (
    <>
      <LoadingOverlay loading={!isReady && viewer.status !== 'failed'} />
      {viewer.status === 'failed' && (
        <p role="alert" className="mx-auto w-full max-w-framed px-4 py-16 text-danger md:px-6">
          Error fetching user data
        </p>
      )}
      {viewer.status === 'in' && <StoryEditor {...props} person={viewer.user} onReady={() => setIsReady(true)} />}
      <noscript>
        <p className="mx-auto w-full max-w-framed px-4 py-16 md:px-6">Writing needs scripts in your browser.</p>
      </noscript>
    </>
  )
}
