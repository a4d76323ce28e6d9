'use client'

import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { Icon } from '#components/ui/icon.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { paths } from '#contract/paths.ts'
import { readingMinutes } from '#story-html/reading-time.ts'
import { editorErrors } from './editor-errors.ts'
import { PlannedNotice } from './publishing/planned-notice.tsx'
import type { WordCount } from './use-glance.ts'
import type { Banner, StoryEditorState } from './use-story-editor.ts'

const worrying = ['offline', 'signed-out', 'conflict', 'failed']
const noteLink = 'text-small text-link underline underline-offset-2'

/** Stays at the top during writing: whether the text is safe, and its actions. */
export function EditorBar({ editor }: { editor: StoryEditorState }) {
  const { saving, storyId, hasChangesBeside, banner } = editor
  const { status, conflict, dismissed } = saving
  return (
    <div ref={watchBar} className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 md:px-6">
        <div className="flex min-w-0 flex-1 basis-48 flex-wrap items-baseline gap-x-3">
          <p
            role="status"
            className={`flex items-center gap-2 text-small wrap-anywhere ${worrying.includes(status.phase) ? 'text-danger' : 'text-soft'}`}
          >
            {status.sentence}
          </p>
          <p
            className={`text-small whitespace-nowrap text-faint tabular-nums ${hasChangesBeside ? 'max-md:hidden' : ''}`}
          >
            <WordCountLine count={editor.wordCount} />
          </p>
          {hasChangesBeside && <p className="text-small text-faint">Readers don’t see these changes yet</p>}
        </div>
        <div className="ms-auto flex flex-wrap items-center justify-end gap-1 md:gap-2">
          {(storyId || dismissed.length > 0) && (
            <QuietButton onClick={() => editor.open('history')}>History</QuietButton>
          )}
          <QuietButton onClick={() => editor.open('preview')}>Preview</QuietButton>
          <Button
            title="Save (Ctrl+S)"
            aria-keyshortcuts="Control+S Meta+S"
            onClick={editor.save}
            className="px-3! md:px-4!"
          >
            Save
          </Button>
          <Button
            look="primary"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            {...(editor.sitePage
              ? { title: 'Publish (Ctrl+Enter)', isBusy: editor.isBusy }
              : { title: 'Publish (Ctrl+Enter, once more to confirm)', 'aria-haspopup': 'dialog' })}
            onClick={editor.publish}
            className="px-3! md:px-4!"
          >
            Publish
          </Button>
        </div>
      </div>
      {/* Visible wherever in the text the caret is. */}
      <div className="mx-auto w-full max-w-page px-4 pb-2 md:px-6">
        {conflict && (
          <a href="#conflict" className={noteLink}>
            Choose what stays
          </a>
        )}
        {status.phase === 'signed-out' && (
          <a href={paths.login()} target="_blank" rel="noopener" className={noteLink}>
            Log in again in a new tab
          </a>
        )}
        <PlannedNotice editor={editor} />
        {banner && <ErrorBanner {...banner} onClose={editor.closeBanner} />}
      </div>
    </div>
  )
}

/** Keeps what scrolls into view from hiding behind the bar, whose height depends on its messages, and the focus in it. */
function watchBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.scrollPaddingTop = `${bar.offsetHeight + 16}px`
  })
  observer.observe(bar)
  const stop = keepFocus(bar)
  return () => {
    stop?.()
    observer.disconnect()
    style.scrollPaddingTop = ''
  }
}

/** Says how long the text is, and how long it takes to read. */
function WordCountLine({ count }: { count: WordCount }) {
  const words = useSyncExternalStore(count.subscribe, count.get, count.get)
  return (
    <>
      {countOf(words, 'word')}
      {words > 0 && `, ${readingMinutes(words)} min read`}
    </>
  )
}

function QuietButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="h-11 rounded-full px-2.5 text-ui text-soft hover:text-ink hover:underline"
    >
      {children}
    </button>
  )
}

const shownMs = 5_000

/** Shows a failure; a validation error disappears after 5 seconds. */
function ErrorBanner({ error, reason, onClose }: Banner & { onClose: () => void }) {
  useEffect(() => {
    if (error !== 'invalid') return
    const timer = setTimeout(onClose, shownMs)
    return () => clearTimeout(timer)
  }, [error, onClose])
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-card border border-danger bg-raised p-3 text-ui text-danger"
    >
      <Icon name="warning" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p>{editorErrors[error]}</p>
        {reason && <p className="text-small">{reason}</p>}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onClose}
        className="-my-1 -me-1 flex size-8 shrink-0 items-center justify-center rounded-full hover:bg-paper"
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}
