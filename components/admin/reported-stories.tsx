'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { RowButton } from '#components/ui/action-rows.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { paths } from '#contract/paths.ts'
import { reasonWords } from '#contract/report-reasons.ts'
import type { ReportedStory } from '#contract/reports.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { Badge, PagedRows, Row, RowLink } from './row-list.tsx'

/** The stories that readers have reported, until an administrator decides. */
export function ReportedStories() {
  const list = useCallList('GET /reports', {}, { isFresh: true })
  return (
    <section ref={keepFocus} aria-label="Reported stories" className="flex flex-col gap-5">
      <PagedRows
        label="Reported stories"
        list={list}
        empty="No story is reported."
        row={(story) => <ReportedRow key={story._id} story={story} />}
      />
    </section>
  )
}

const badges = { dismiss: 'Dismissed', unpublish: 'Unpublished', suspend: 'Author suspended' } as const
type Decision = keyof typeof badges

/** A reported story, its reports, and the three decisions. */
function ReportedRow({ story }: { story: ReportedStory }) {
  const { _id: id, slug, title, author, count, newest_at } = story
  const [decisions, setDecisions] = useState<Decision[]>([])
  const [message, setMessage] = useState('')
  const action = useAction()

  const isSuspended = author?.is_suspended || decisions.includes('suspend')
  const isOpen = decisions.length === 0
  // A suspension leaves the story public, so it can still be unpublished.
  const canUnpublish = isOpen || (decisions.includes('suspend') && !decisions.includes('unpublish'))

  const decide = (decision: Decision, question?: string) =>
    action.run(decision, async () => {
      if (question && !confirm(question)) return
      if (isOpen) {
        const { body } = await callBff('POST /reports/:id/decide', { params: { id }, body: { decision, newest_at } })
        setMessage(body.message)
      } else {
        await callBff('POST /contents/:id/unpublish', { params: { id }, body: {} })
        setMessage('The story is a draft now, which only its author and administrators see.')
      }
      setDecisions((before) => [...before, decision])
    })

  return (
    <Row
      title={title}
      href={paths.article(slug)}
      badges={
        <>
          {decisions.map((decision) => (
            <Badge key={decision} look={decision === 'dismiss' ? 'plain' : 'bad'}>
              {badges[decision]}
            </Badge>
          ))}
          {isOpen && isSuspended && <Badge look="bad">Author suspended</Badge>}
        </>
      }
      facts={[
        author ? (
          <>
            By <RowLink href={paths.profile(author.uuid)}>{author.name}</RowLink>
          </>
        ) : (
          'By someone whose account was deleted'
        ),
        count === 1 ? 'Reported once' : `Reported ${count} times`,
      ]}
      actions={
        <>
          {isOpen && (
            <RowButton
              label="Dismiss"
              of={title}
              isBusy={action.isAsked('dismiss')}
              onPress={() => decide('dismiss')}
            />
          )}
          {canUnpublish && (
            <RowButton
              label="Unpublish story"
              of={title}
              isBusy={action.isAsked('unpublish')}
              onPress={() =>
                decide('unpublish', `Make “${title}” a draft? Only its author and administrators will see it.`)
              }
            />
          )}
          {isOpen && author && !isSuspended && (
            <RowButton
              label="Suspend author"
              of={`${author.name} (${title})`}
              isBusy={action.isAsked('suspend')}
              onPress={() =>
                decide(
                  'suspend',
                  `Suspend ${author.name}? They will be logged out and can’t log in. The story stays public.`,
                )
              }
            />
          )}
        </>
      }
      failure={action.message}
      done={message}
    >
      <Reports story={story} />
    </Row>
  )
}

function Reports({ story: { slug, title, text, is_whole, reports, count } }: { story: ReportedStory }) {
  return (
    <>
      <ul aria-label={`Reports: ${title}`} className="flex flex-col gap-2">
        {reports.map(({ reason, note, at, reporter }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the reports of a row never change
          <li key={place} className="border-s-2 border-line ps-3 text-ui">
            <p className="font-semibold">{reasonWords[reason]}</p>
            {note && <p className="wrap-anywhere">{note}</p>}
            <p className="wrap-anywhere text-small text-faint">
              {reporter ? <RowLink href={paths.profile(reporter.uuid)}>{reporter.name}</RowLink> : 'A visitor'},{' '}
              {formatDateTime(at)}
            </p>
          </li>
        ))}
      </ul>
      {count > reports.length && (
        <p className="text-small text-faint">
          {count - reports.length === 1 ? 'And an earlier one.' : `And ${count - reports.length} earlier ones.`}
        </p>
      )}
      <details className="rounded-card border border-line bg-raised px-4">
        <summary className="min-h-11 cursor-pointer py-3 text-ui text-link">Read the text here</summary>
        <div className="max-w-column pb-4">
          <p className="whitespace-pre-line wrap-anywhere font-serif text-text">{text}</p>
          {!is_whole && (
            <p className="pt-4 text-ui">
              It goes on: <RowLink href={paths.article(slug)}>read the whole story</RowLink>.
            </p>
          )}
        </div>
      </details>
    </>
  )
}
