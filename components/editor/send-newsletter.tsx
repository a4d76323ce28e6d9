'use client'

import { useId } from 'react'
import { paths } from '#contract/paths.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { audienceInWords, type MailedNames } from './audience-in-words.ts'

/** What decides who gets a story by email. */
export type MailedAs = {
  category: string
  publication: string | undefined
  storyId: string | undefined
  names: MailedNames
}

type Props = {
  sends: boolean
  onSends: (sends: boolean) => void
  /** It may have been emailed before. */
  wasPublic: boolean
  story: MailedAs
  /** Set if the writer’s address was not proven when the page was made: their profile page says how to confirm it. */
  unproven: { uuid: string } | undefined
}

/** The checkbox by which publishing also emails a story; says to whom, and why not to more. */
export function SendNewsletter({ sends, onSends, wasPublic, story, unproven }: Props) {
  const id = useId()
  const { category, publication, storyId, names } = story
  const { data, error } = useCall(
    (sends || wasPublic || unproven !== undefined) && 'GET /newsletters/audience',
    { query: { category, publication, story: storyId } },
    { followsInput: true },
  )
  const wasMailed = data?.sent_at != null
  const isRefused = data?.reach === 'nobody'
  const sentence = error ? 'We couldn’t find out how many people it would go to.' : data && audienceInWords(data, names)
  return (
    <div className="flex flex-col">
      <label className="flex min-h-11 items-center gap-3 text-ui has-disabled:text-faint">
        <input
          type="checkbox"
          checked={sends}
          // A tick from before can be taken away.
          disabled={wasMailed || (isRefused && !sends)}
          aria-describedby={id}
          onChange={(event) => onSends(event.target.checked)}
          className="size-5"
        />
        Send Newsletter
      </label>
      <p id={id} role="status" className="ps-8 text-pretty text-small text-soft empty:hidden">
        {(sends || wasMailed || isRefused) && sentence}
        {isRefused && data.reason === 'unproven' && names.isOwn && unproven && (
          <>
            {' '}
            <a href={paths.profile(unproven.uuid)} className="text-link underline underline-offset-2">
              Confirm it
            </a>
          </>
        )}
      </p>
    </div>
  )
}
