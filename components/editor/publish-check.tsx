'use client'

import { useEffect, useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'

type Props = {
  findings: readonly string[]
  onPublish: () => void
  onClose: () => void
}

/** Asks before a story is published with something that writers usually want to fix first. */
export function PublishCheck({ findings, onPublish, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => {
    dialog.current?.close()
    // The dialog's close event fires later; until then, pressing Publish again would not show the dialog.
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="publish-check"
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-form rounded-card border border-line bg-raised p-6 text-ink shadow-menu backdrop:bg-paper/80"
    >
      <h2 id="publish-check" className="font-serif text-lead font-semibold">
        Before you publish
      </h2>
      <ul className="mt-3 flex list-disc flex-col gap-2 ps-5 text-ui">
        {findings.map((finding) => (
          <li key={finding} className="wrap-anywhere">
            {finding}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" onClick={close} className={buttonStyle.secondary}>
          Go back
        </button>
        <button
          type="button"
          onClick={() => {
            close()
            onPublish()
          }}
          className={buttonStyle.primary}
        >
          Publish anyway
        </button>
      </div>
    </dialog>
  )
}
