'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { MailFrame } from '#components/sends/mail-frame.tsx'
import { RowButton } from '#components/ui/action-rows.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { type Category, categoryName } from '#contract/categories.ts'
import type { HeldStory } from '#contract/mailings.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { Badge, ListState, Row, RowList } from './row-list.tsx'

/** The stories that wait for an administrator before they go to subscribers, by category. */
export function HeldStories({ categories }: { categories: readonly Category[] }) {
  const list = useCallList('GET /newsletters/held', {}, { isFresh: true })
  const [approved, setApproved] = useState<ReadonlySet<string>>(new Set())
  const byCategory = Map.groupBy(list.items ?? [], ({ category }) => category)
  return (
    <div ref={keepFocus} className="flex flex-col gap-8">
      {[...byCategory].map(([category, stories]) => {
        const name = categoryName(category, categories)
        const heading = `Stories that want to go to ${name}`
        return (
          <section key={category} aria-label={heading} className="flex flex-col gap-3">
            <h2 className="font-serif text-lead font-semibold">{heading}</h2>
            <RowList label={heading}>
              {stories.map((story) => (
                <HeldStoryRow
                  key={story._id}
                  story={story}
                  categoryName={name}
                  isApproved={story.is_approved || approved.has(story.author.uuid)}
                  onApproved={() => setApproved((before) => new Set(before).add(story.author.uuid))}
                />
              ))}
            </RowList>
          </section>
        )
      })}
      <ListState list={list} empty="No story is waiting." />
    </div>
  )
}

type Props = {
  story: HeldStory
  categoryName: string
  /** The author's stories need no further word. */
  isApproved: boolean
  onApproved: () => void
}

/** A story that waits for an administrator's word, and the two words. */
function HeldStoryRow({ story, categoryName, isApproved, onApproved }: Props) {
  const { _id: id, slug, title, version, author } = story
  const [decision, setDecision] = useState<{ badge: 'Sent' | 'Not sent'; message: string }>()
  const [approved, setApproved] = useState('')
  const [isEmailShown, setIsEmailShown] = useState(false)
  const action = useAction()

  const send = () =>
    action.run('send', async () => {
      if (!confirm(`Send “${title}” to ${subscribersOf(story)} of ${categoryName}?`)) return
      const { body } = await callBff('POST /newsletters/held/:id/send', { params: { id }, body: { version } })
      setDecision({ badge: 'Sent', message: body.message })
    })
  const decline = () =>
    action.run('decline', async () => {
      if (!confirm(`Keep “${title}” from the subscribers of ${categoryName} for good, in their digests too?`)) return
      const { body } = await callBff('POST /newsletters/held/:id/decline', { params: { id } })
      setDecision({ badge: 'Not sent', message: body.message })
    })
  const approve = () =>
    action.run('approve', async () => {
      await callBff('POST /users/:uuid/approve-mailing', { params: { uuid: author.uuid } })
      setApproved(`From now on, stories by ${author.name} go to subscribers, one a day. This one still waits.`)
      onApproved()
    })

  return (
    <Row
      title={title}
      href={paths.article(slug)}
      badges={
        <>
          {decision && <Badge look={decision.badge === 'Sent' ? 'good' : 'plain'}>{decision.badge}</Badge>}
          {isApproved && <Badge look="good">Approved author</Badge>}
        </>
      }
      facts={[
        <>
          By{' '}
          <a href={paths.profile(author.uuid)} className="underline underline-offset-2">
            {author.name}
          </a>
          , {formatDateTime(story.held_at)}
        </>,
        !decision && `Would reach ${subscribersOf(story)}. ${reasons[story.reason ?? 'new_author'] ?? ''}`,
      ]}
      actions={
        !decision && (
          <>
            <RowButton
              label={isEmailShown ? 'Hide the email' : 'Show the email'}
              of={title}
              isBusy={false}
              onPress={() => setIsEmailShown(!isEmailShown)}
            />
            <RowButton label="Send" of={title} isBusy={action.isAsked('send')} onPress={send} />
            <RowButton label="Don’t send" of={title} isBusy={action.isAsked('decline')} onPress={decline} />
            {!isApproved && (
              <RowButton
                label="Approve author"
                of={`${author.name} (${title})`}
                isBusy={action.isAsked('approve')}
                onPress={approve}
              />
            )}
          </>
        )
      }
      failure={action.message}
      done={decision?.message ?? approved}
    >
      {isEmailShown && !decision && <StoryEmail id={id} />}
    </Row>
  )
}

/** The email about a story as subscribers would get it. */
function StoryEmail({ id }: { id: string }) {
  const { data, error } = useCall('GET /contents/:id/email', { params: { id } })
  if (error) return <FormNotice kind="failure">{error.message}</FormNotice>
  if (!data) return <p className="text-faint">Loading…</p>
  return (
    <div className="flex flex-col gap-3">
      <p className="wrap-anywhere text-ui">
        <span className="text-faint">From: </span>
        {data.from}
        <br />
        <span className="text-faint">Subject: </span>
        <span className="font-semibold">{data.subject}</span>
      </p>
      <MailFrame html={data.html} text={data.text} />
    </div>
  )
}

const reasons: Record<string, string> = {
  new_author: 'The author wasn’t approved when it was published.',
  one_a_day: 'Another story by this author went to subscribers on the same day.',
}

function subscribersOf({ subscribers, isExact }: HeldStory): string {
  const people = countOf(subscribers, 'subscriber')
  return isExact ? people : `at most ${people}`
}
