'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { RowButton } from '#components/ui/action-rows.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { NewAuthor } from '#contract/front-page.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { Badge, Row, RowLink, RowList } from './row-list.tsx'

/** Authors whose stories stand in lists only, until an administrator approves them or they have published three. */
export function NewAuthors() {
  const { data: authors, error } = useCall('GET /front-page/new-authors')
  return (
    <TitledSection ref={keepFocus} id="new-authors" title="New authors" className="flex flex-col gap-4">
      <p className="max-w-column text-pretty text-soft">
        Their stories are in the lists, but not at the top of the front page, and go only to their followers. That
        changes with their third published story, for emails once three have been public for a week; or when you approve
        them.
      </p>
      {error && <FormNotice kind="failure">{error.message}</FormNotice>}
      {authors && authors.length > 0 && (
        <RowList label="New authors">
          {authors.map((author) => (
            <NewAuthorRow key={author.uuid} author={author} />
          ))}
        </RowList>
      )}
      <p role="status" className="text-soft empty:hidden">
        {!authors && !error && 'Loading…'}
        {authors?.length === 0 && 'Nobody is new at the moment.'}
      </p>
    </TitledSection>
  )
}

function NewAuthorRow({ author: { uuid, name, email_proven, stories, newest } }: { author: NewAuthor }) {
  const [isApproved, setIsApproved] = useState(false)
  const action = useAction()
  const approve = () =>
    action.run('approve', async () => {
      await callBff('POST /users/:uuid/approve-mailing', { params: { uuid } })
      setIsApproved(true)
    })
  return (
    <Row
      title={name}
      href={paths.profile(uuid)}
      badges={isApproved && <Badge look="good">Approved author</Badge>}
      facts={[
        <>
          {stories === 1 ? 'One story' : `${stories} stories`}, the newest{' '}
          <RowLink href={paths.article(newest.slug)}>{newest.title}</RowLink>, {formatDateTime(newest.published_at)}
        </>,
        !email_proven && 'The email address isn’t confirmed yet: only then can you approve the author.',
      ]}
      actions={
        email_proven &&
        !isApproved && <RowButton label="Approve" of={name} isBusy={action.isAsked('approve')} onPress={approve} />
      }
      failure={action.message}
      done={isApproved ? `${name}’s stories can come to the top, and go to the subscribers of their categories.` : ''}
    />
  )
}
