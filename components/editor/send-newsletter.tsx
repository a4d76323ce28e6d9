'use client'

import { useId } from 'react'
import type { CallBody } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'

/** What decides who gets a story by email. */
export type MailedAs = { category: string; publication: string | undefined; storyId: string | undefined }

type Props = {
  sends: boolean
  onSends: (sends: boolean) => void
  /** It may have been emailed before. */
  wasPublic: boolean
  story: MailedAs
}

/** The checkbox by which publishing also emails a story, and the number of recipients. */
export function SendNewsletter({ sends, onSends, wasPublic, story }: Props) {
  const id = useId()
  const { category, publication, storyId } = story
  const { data, error } = useCall(
    (sends || wasPublic) && 'GET /newsletters/audience',
    { query: { category, publication, story: storyId } },
    { followsInput: true },
  )
  const wasMailed = data?.sent_at != null
  const sentence = error ? 'We couldn’t find out how many people it would go to.' : data && audienceInWords(data)
  return (
    <div className="flex flex-col">
      <label className="flex min-h-11 items-center gap-3 text-ui has-disabled:text-faint">
        <input
          type="checkbox"
          checked={sends}
          disabled={wasMailed}
          aria-describedby={id}
          onChange={(event) => onSends(event.target.checked)}
          className="size-5"
        />
        Send Newsletter
      </label>
      <p id={id} role="status" className="ps-8 text-small text-soft empty:hidden">
        {(sends || wasMailed) && sentence}
      </p>
    </div>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

function audienceInWords({ count, isExact, sent_at }: CallBody<'GET /newsletters/audience'>): string {
  if (sent_at) return `Emailed on ${day.format(new Date(sent_at))}. It won’t be emailed again.`
  if (count === 0) return 'Nobody follows you yet, so it won’t be emailed to anyone.'
  const people = `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`
  return isExact ? `Goes to ${people} when you publish.` : `Goes to at most ${people}.`
}
