'use client'

import { useId, useRef } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { Button } from '#components/ui/button.tsx'
import type { Publication } from '#contract/publications.ts'
import { PublicationForm } from './publication-form.tsx'

export function PublicationTools({ publication }: { publication: Publication }) {
  const viewer = useCurrentUser()
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  if (viewer.status !== 'in') return null
  const { uuid, role } = viewer.user
  if (role !== 'admin' && uuid !== publication.owner_uuid) return null
  return (
    // In the margin above the page: the text does not move.
    <div className="no-print absolute inset-x-0 top-0 mx-auto flex max-w-page justify-end px-4 md:top-2 md:px-6">
      <button
        type="button"
        onClick={() => dialog.current?.showModal()}
        className="-me-3 flex h-11 items-center rounded-full px-3 text-ui text-soft underline-offset-2 hover:text-ink hover:underline"
      >
        Edit publication
      </button>
      <dialog
        ref={dialog}
        aria-labelledby={headingId}
        className="m-auto w-full max-w-form rounded-card border border-line bg-paper p-6 text-ink shadow-menu backdrop:bg-paper/80"
      >
        <div className="flex flex-col gap-5">
          <h2 id={headingId} className="font-serif text-lead font-semibold">
            Edit publication
          </h2>
          <PublicationForm known={publication} />
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </div>
      </dialog>
    </div>
  )
}
