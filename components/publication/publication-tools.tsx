'use client'

import { type ReactNode, useState } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { Button } from '#components/ui/button.tsx'
import { countOrNone } from '#components/ui/count-of.ts'
import { useModal } from '#components/ui/full-screen-dialog.tsx'
import { paths } from '#contract/paths.ts'
import type { PublicationPage } from '#contract/publications.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { DeletePublication } from './delete-publication.tsx'
import { PublicationForm } from './publication-form.tsx'

const look = 'flex h-11 items-center whitespace-nowrap rounded-full px-2 text-ui text-soft underline-offset-2 md:px-3'
const act = `${look} hover:text-ink hover:underline`

/** The actions for the owner of a publication and for administrators. */
export function PublicationTools({ publication }: { publication: PublicationPage }) {
  const viewer = useCurrentUser()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  if (viewer.status !== 'in') return null
  const { uuid, role } = viewer.user
  if (role !== 'admin' && uuid !== publication.owner_uuid) return null
  const { slug } = publication
  const close = () => setOpen(undefined)
  return (
    // In the margin above the page: the text does not move.
    <section
      aria-label="Your publication"
      className="no-print absolute inset-x-0 top-0 mx-auto flex max-w-rows flex-wrap justify-end px-2 md:top-2 md:px-3"
    >
      {/* On smaller screens the bar above has this link. */}
      <a href={paths.publicationNewStory(slug)} className={`${act} max-md:hidden`}>
        New story
      </a>
      <a href={paths.publicationReaders(slug)} className={act}>
        Readers
      </a>
      <SubscriberCount slug={slug} />
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('edit')} className={act}>
        Edit<span className="sr-only"> publication</span>
      </button>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('delete')} className={act}>
        Delete<span className="sr-only"> publication</span>
      </button>
      {open === 'edit' && (
        <ToolDialog title="Edit publication" onClose={close}>
          <PublicationForm known={publication} />
        </ToolDialog>
      )}
      {open === 'delete' && (
        <ToolDialog title="Delete publication" onClose={close}>
          <DeletePublication publication={publication} next={paths.profile(uuid)} />
        </ToolDialog>
      )}
    </section>
  )
}

/** Only the number: nobody sees who they are. */
function SubscriberCount({ slug }: { slug: string }) {
  const { data } = useCall('GET /publications/:publication/subscribers', { params: { publication: slug } })
  if (!data) return null
  return <p className={look}>{countOrNone(data.count, 'subscriber')}</p>
}

type DialogProps = { title: string; onClose: () => void; children: ReactNode }

function ToolDialog({ title, onClose, children }: DialogProps) {
  const { dialog, close } = useModal(onClose)
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      className="m-auto w-full max-w-form rounded-card border border-line bg-paper p-6 text-ink shadow-menu backdrop:bg-paper/80"
    >
      <div className="flex flex-col gap-5">
        <h2 className="font-serif text-lead font-semibold">{title}</h2>
        {children}
        <Button onClick={close}>Cancel</Button>
      </div>
    </dialog>
  )
}
