'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { RowButton } from '#components/ui/action-rows.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { paths } from '#contract/paths.ts'
import type { ReportedThanks as Reported } from '#contract/thanks.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { Badge, PagedRows, Row, RowLink } from './row-list.tsx'

/** The lines of thanks that writers reported, for an administrator to decide about. */
export function ReportedThanks() {
  const list = useCallList('GET /thanks/reported', {}, { isFresh: true })
  return (
    <TitledSection ref={keepFocus} id="reported-thanks" title="Thanks" className="flex flex-col gap-5">
      <PagedRows
        label="Reported thanks"
        list={list}
        empty="No thanks are reported."
        row={(line) => <ReportedRow key={line._id} line={line} />}
      />
    </TitledSection>
  )
}

function ReportedRow({ line }: { line: Reported }) {
  const { _id: id, words, reader, writer, story, sent_at, reported_at } = line
  const [decision, setDecision] = useState<{ badge: 'Dismissed' | 'Removed'; message: string }>()
  const action = useAction()

  const dismiss = () =>
    action.run('dismiss', async () => {
      const { body } = await callBff('POST /thanks/reported/:id/dismiss', { params: { id } })
      setDecision({ badge: 'Dismissed', message: body.message })
    })
  const remove = () =>
    action.run('remove', async () => {
      if (!confirm(`Remove this line from the thanks of ${writer.name}? It can’t be brought back.`)) return
      const { body } = await callBff('POST /thanks/reported/:id/remove', { params: { id } })
      setDecision({ badge: 'Removed', message: body.message })
    })

  return (
    <Row
      title={`“${words}”`}
      badges={decision && <Badge>{decision.badge}</Badge>}
      facts={[
        <span key="who">
          From {reader ? <RowLink href={paths.profile(reader.uuid)}>{reader.name}</RowLink> : 'a reader who has left'}{' '}
          to <RowLink href={paths.profile(writer.uuid)}>{writer.name}</RowLink>, about{' '}
          <RowLink href={paths.article(story.slug)}>{story.title}</RowLink>
        </span>,
        `Sent on ${formatDateTime(sent_at)}, reported on ${formatDateTime(reported_at)}`,
      ]}
      actions={
        !decision && (
          <>
            <RowButton label="Dismiss" of={words} isBusy={action.isAsked('dismiss')} onPress={dismiss} />
            <RowButton label="Remove" of={words} isBusy={action.isAsked('remove')} onPress={remove} />
          </>
        )
      }
      failure={action.message}
      done={decision?.message ?? ''}
    />
  )
}
