'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { ActionRow, RowButton } from '#components/ui/action-rows.tsx'
import { FailureText } from '#components/ui/failure-text.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { TextLink } from '#components/ui/links.tsx'
import { MoreButton } from '#components/ui/more-button.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { paths } from '#contract/paths.ts'
import type { Thanks } from '#contract/thanks.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { type CalledList, useCallList } from '#lib/browser/use-call-list.ts'

/** The lines that readers sent to a writer, and the people from whom no more come. */
export function ReceivedThanks() {
  const list = useCallList('GET /thanks', {}, { isFresh: true })
  const blocked = useCallList('GET /thanks/blocked', {}, { isFresh: true })
  const [said, setSaid] = useState('')
  const { items, error } = list
  return (
    <div ref={keepFocus} className="flex flex-col gap-8">
      <p role="status" className="text-ui text-green empty:hidden">
        {said}
      </p>
      <section aria-label="Thanks" className="flex flex-col gap-6">
        {error && <FormNotice kind="failure">{error.message}</FormNotice>}
        <p role="status" className="text-soft empty:hidden">
          {!items && !error && 'Loading…'}
          {items?.length === 0 && 'No lines yet. Below each of your stories, readers who are logged in can thank you.'}
        </p>
        {items && items.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {items.map((line) => (
              <ThanksRow
                key={line._id}
                line={line}
                onBlocked={() => {
                  setSaid('')
                  blocked.askAgain()
                  list.askAgain()
                }}
              />
            ))}
          </ul>
        )}
        {items && <MoreButton label="Show more" list={list} />}
      </section>
      <BlockedReaders
        list={blocked}
        onUnblocked={(message) => {
          setSaid(message)
          list.askAgain()
        }}
      />
    </div>
  )
}

type RowProps = { line: Thanks; onBlocked: () => void }

function ThanksRow({ line, onBlocked }: RowProps) {
  const { _id: id, words, reader, story, sent_at } = line
  const [state, setState] = useState({ isDeleted: false, isReported: line.is_reported, said: '' })
  const action = useAction()
  const name = reader?.name ?? 'A reader who has left'
  const of = `${name} about ${story.title}`
  const onLine = { params: { id } }

  const remove = () =>
    action.run('delete', async () => {
      if (!confirm(`Delete the line from ${name}? You can’t bring it back.`)) return
      const { body } = await callBff('DELETE /thanks/:id', onLine)
      setState({ ...state, isDeleted: true, said: body.message })
    })
  const block = () =>
    action.run('block', async () => {
      if (!confirm(`Get no more thanks from ${name}? They won’t be told.`)) return
      const { body } = await callBff('POST /thanks/:id/block', onLine)
      setState({ ...state, said: body.message })
      onBlocked()
    })
  const report = () =>
    action.run('report', async () => {
      if (!confirm('Report this line? Administrators will see it, with both your names.')) return
      const { body } = await callBff('POST /thanks/:id/report', onLine)
      setState({ ...state, isReported: true, said: body.message })
    })

  return (
    <li className="flex flex-col gap-2 py-5">
      {!state.isDeleted && (
        <>
          <blockquote dir="auto" className="text-pretty wrap-anywhere font-serif text-text">
            {words}
          </blockquote>
          <p className="wrap-anywhere text-small text-soft">
            {reader ? <TextLink href={paths.profile(reader.uuid)}>{name}</TextLink> : name}, about{' '}
            <TextLink href={paths.article(story.slug)}>{story.title}</TextLink>, {formatDateTime(sent_at)}
            {state.isReported && '. You reported it.'}
          </p>
          <div className="flex flex-wrap gap-x-5">
            <RowButton label="Delete" of={of} isBusy={action.isAsked('delete')} onPress={remove} />
            {reader && !line.is_blocked && (
              <RowButton label="Block" of={of} isBusy={action.isAsked('block')} onPress={block} />
            )}
            {!state.isReported && (
              <RowButton label="Report" of={of} isBusy={action.isAsked('report')} onPress={report} />
            )}
          </div>
        </>
      )}
      <FailureText>{action.message}</FailureText>
      <p role="status" className="text-ui text-green empty:hidden">
        {state.said}
      </p>
    </li>
  )
}

type BlockedProps = { list: CalledList<{ uuid: string; name: string }>; onUnblocked: (message: string) => void }

function BlockedReaders({ list, onUnblocked }: BlockedProps) {
  const action = useAction({ inTurn: true })
  const { items, error } = list
  const unblock = (uuid: string) =>
    action.run(uuid, async () => {
      const { body } = await callBff('DELETE /thanks/blocked/:uuid', { params: { uuid } })
      list.askAgain()
      onUnblocked(body.message)
    })
  // The list above says so as well.
  if (error || !items || items.length === 0) return null
  return (
    <TitledSection id="blocked-readers" title="Blocked readers" className="flex flex-col gap-4">
      <FailureText>{action.message}</FailureText>
      <ul className="divide-y divide-line border-y border-line">
        {items.map(({ uuid, name }) => (
          <ActionRow
            key={uuid}
            name={name}
            facts="You get no thanks from them."
            end={<RowButton label="Unblock" of={name} isBusy={action.isAsked(uuid)} onPress={() => unblock(uuid)} />}
          />
        ))}
      </ul>
      <MoreButton label="Show more" list={list} />
    </TitledSection>
  )
}
