'use client'

import { useEffect, useState } from 'react'
import { LoadingOverlay } from '#components/ui/loading-overlay.tsx'
import { loadRichText } from './rich-text/load-rich-text.ts'
import { StoryEditor } from './story-editor.tsx'
import type { EditorInput } from './use-story-editor.ts'

/** A new story is editable at once, in a plain field; an existing text waits for the rich-text editor. */
export function EditorPage(input: EditorInput) {
  return (
    <>
      <div className="noscript:hidden">{input.story ? <WhenLoaded {...input} /> : <StoryEditor {...input} />}</div>
      <noscript>
        <p className="mx-auto w-full max-w-framed px-4 py-16 md:px-6">
          Writing needs scripts, which are switched off in your browser.
        </p>
      </noscript>
    </>
  )
}

function WhenLoaded(input: EditorInput) {
  const [state, setState] = useState<'loading' | 'loaded' | { fault: unknown }>('loading')
  useEffect(() => {
    loadRichText().then(
      () => setState('loaded'),
      (fault: unknown) => setState({ fault }),
    )
  }, [])
  // The site's own page for failures, with a button to try again.
  if (typeof state === 'object') throw state.fault
  return (
    <>
      <LoadingOverlay loading={state === 'loading'} />
      {state === 'loaded' && <StoryEditor {...input} />}
    </>
  )
}
