'use client'

import { type ReactNode, useEffect } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Icon } from '#components/ui/icon.tsx'

type Props = {
  /** Says whether the text is safe, and whether it needs a look. */
  sentence: string
  isWorrying: boolean
  words: number
  minutes: number
  /** The story is public, but these changes are not. */
  hasChangesBeside: boolean
  isBusy: boolean
  onPreview: () => void
  onHistory: (() => void) | undefined
  onSave: () => void
  onPublish: () => void
  /** Must be visible wherever in the text the caret is. */
  children?: ReactNode
}

/** Stays at the top during writing: whether the text is safe, and its actions. */
export function EditorBar(props: Props) {
  const {
    sentence,
    isWorrying,
    words,
    minutes,
    hasChangesBeside,
    isBusy,
    onPreview,
    onHistory,
    onSave,
    onPublish,
    children,
  } = props
  return (
    <div className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 md:px-6">
        <div className="flex min-w-0 flex-1 basis-48 flex-wrap items-baseline gap-x-3">
          <p
            role="status"
            className={`flex items-center gap-2 text-small wrap-anywhere ${isWorrying ? 'text-danger' : 'text-soft'}`}
          >
            {sentence}
          </p>
          <p
            className={`text-small whitespace-nowrap text-faint tabular-nums ${hasChangesBeside ? 'max-md:hidden' : ''}`}
          >
            {words === 1 ? '1 word' : `${words.toLocaleString('en-GB')} words`}
            {words > 0 && `, ${minutes} min read`}
          </p>
          {hasChangesBeside && <p className="text-small text-faint">Readers don’t see these changes yet</p>}
        </div>
        <div className="ms-auto flex items-center gap-1 md:gap-2">
          {onHistory && <QuietButton onClick={onHistory}>History</QuietButton>}
          <QuietButton onClick={onPreview}>Preview</QuietButton>
          <button
            type="button"
            aria-keyshortcuts="Control+S Meta+S"
            onClick={onSave}
            className={`${buttonStyle.secondary} px-4`}
          >
            Save
          </button>
          <button
            type="button"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            disabled={isBusy}
            onClick={onPublish}
            className={`${buttonStyle.primary} px-4`}
          >
            Publish
          </button>
        </div>
      </div>
      {children && <div className="mx-auto w-full max-w-page px-4 pb-2 md:px-6">{children}</div>}
    </div>
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

/** The sentences of the specification's error catalogue (section 8) for a story that was not saved. */
const editorErrors = {
  invalid: 'Error: Invalid data. Please check your inputs and try again.',
  other: 'Error: Something went wrong. Please try again later.',
} as const

/** Shows a failure. `reason` adds what else the server said; a validation error disappears after 5 seconds. */
export function ErrorBanner(props: {
  error: keyof typeof editorErrors
  reason?: string | undefined
  onClose: () => void
}) {
  const { error, reason, onClose } = props
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
