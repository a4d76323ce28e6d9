'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  label: string
  /** The start of the bar: a heading, or choices. */
  start: ReactNode
  /** On the button that closes it. */
  closeName: string
  /** The width of the bar and of the content below it. */
  width?: 'page' | 'full'
  onClose: () => void
  /** `close` ends it as its own button does. */
  children: (close: () => void) => ReactNode
}

/** Covers the page with a dialog; Escape closes it. */
export function FullScreenDialog({ label, start, closeName, width = 'page', onClose, children }: Props) {
  const { dialog, close } = useModal(onClose)
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-paper text-ink"
    >
      <div className={`flex h-full flex-col ${width === 'page' ? 'mx-auto w-full max-w-page px-4 md:px-6' : ''}`}>
        <div
          className={`flex items-center justify-between gap-3 border-b border-line py-2 ${width === 'full' ? 'px-4 md:px-6' : ''}`}
        >
          {start}
          <button
            type="button"
            onClick={close}
            className="flex h-11 shrink-0 items-center gap-2 rounded-full px-3 text-ui font-semibold hover:bg-line"
          >
            <Icon name="close" />
            {closeName}
          </button>
        </div>
        {children(close)}
      </div>
    </dialog>
  )
}

/** For a `<dialog>` that is open as long as it is rendered. `close` ends it as Escape does. */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => {
    dialog.current?.close()
    // The close event fires later; until then, opening the dialog again would have no effect.
    onClose()
  }
  return { dialog, close }
}
