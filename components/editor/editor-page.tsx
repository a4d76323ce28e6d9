'use client'

import { StoryEditor } from './story-editor.tsx'
import type { EditorInput } from './use-story-editor.ts'

/** A text is there to read or to write before the rich-text editor has loaded. */
export function EditorPage(input: EditorInput) {
  return (
    <>
      <div className="noscript:hidden">
        <StoryEditor {...input} />
      </div>
      <noscript>
        <p className="mx-auto w-full max-w-framed px-4 py-16 md:px-6">
          Writing needs scripts, which are switched off in your browser.
        </p>
      </noscript>
    </>
  )
}
