'use client'

import { useEffect } from 'react'
import { Icon } from '#components/ui/icon.tsx'

const shownMs = 5_000

/** The sentences of the specification's error catalogue (section 8) for a story that was not taken. */
export const editorErrors = {
  invalid: 'Error: Invalid data. Please check your inputs and try again.',
  other: 'Error: Something went wrong. Please try again later.',
} as const

/** Shows a failure. `reason` adds what else the server said; a validation error goes by itself after 5 seconds. */
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
