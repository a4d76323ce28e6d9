'use client'

import { useId, useRef } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { Button } from '#components/ui/button.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import type { Publication } from '#contract/publications.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { askAgain } from '#lib/browser/use-call.ts'
import { PublicationFields, publicationTrouble } from './publication-fields.tsx'

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
          <EditPublicationForm publication={publication} />
          <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        </div>
      </dialog>
    </div>
  )
}

export function EditPublicationForm({ publication }: { publication: Publication }) {
  const { slug } = publication
  const submission = useSubmission(
    async ({ name, description, image }) => {
      const body = { name, description, image }
      await callBff('PUT /publications/:publication', { params: { publication: slug }, body })
      await askAgain('GET /publications/user')
      // The page loads again with the saved changes.
      location.assign(paths.publication(slug))
    },
    { explain: publicationTrouble },
  )
  return (
    <Form submission={submission} label="Edit publication">
      <PublicationFields known={publication} />
      <SubmitButton busy="Saving…" className="w-full">
        Save
      </SubmitButton>
    </Form>
  )
}
