import Quill from 'quill'
import { type ComponentRef, type RefObject, StrictMode, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { RichText, type RichTextHandle } from '#components/editor/rich-text/rich-text.tsx'
import type { StoryClipboard } from '#components/editor/rich-text/story-clipboard.ts'
import { sanitiseStory } from '#story-html/sanitise.ts'

/** The functions by which tests use the editor of the page that `openRichText` makes. */
export type Harness = {
  handle: RefObject<RichTextHandle | null>
  changes: number
  uploads: {
    name: string
    progress(share: number): void
    done(url: string): void
    fail(message: string): void
    aborted: boolean
  }[]
  quill(): Quill
  /** Writes a document, saves, loads and saves again: what each gave. */
  roundTrip(ops: object[]): { saved: string; sanitised: string; savedAgain: string }
}

declare global {
  interface Window {
    harness: Harness
  }
}

function quill(): Quill {
  const container = document.querySelector('.ql-container')
  return Quill.find(container as HTMLElement) as Quill
}

function roundTrip(ops: object[]) {
  const { getHtml } = window.harness.handle.current as RichTextHandle
  quill().setContents(ops as never, 'user')
  const saved = getHtml()
  const sanitised = sanitiseStory(saved)
  quill().setContents([])
  quill().setContents((quill().clipboard as StoryClipboard).read(sanitised))
  return { saved, sanitised, savedAgain: getHtml() }
}

function Page() {
  const handle = useRef<ComponentRef<typeof RichText>>(null)
  window.harness ??= { handle, changes: 0, uploads: [], quill, roundTrip }
  window.harness.handle = handle
  return (
    <main style={{ maxWidth: '42.5rem', margin: '4rem auto', padding: '0 1rem' }}>
      <h1>Story</h1>
      <RichText
        ref={handle}
        initialHtml={document.querySelector('#initial')?.textContent ?? ''}
        label="Story text"
        onChange={() => {
          window.harness.changes++
        }}
        upload={(file, { onProgress, signal }) =>
          new Promise((resolve, reject) => {
            const upload = {
              name: file.name,
              aborted: false,
              progress: onProgress,
              done: (url: string) => resolve({ url, width: 640, height: 480 }),
              fail: (message: string) => reject(new Error(message)),
            }
            signal.addEventListener('abort', () => {
              upload.aborted = true
              reject(signal.reason)
            })
            window.harness.uploads.push(upload)
          })
        }
      />
      <button type="button">After</button>
    </main>
  )
}

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
