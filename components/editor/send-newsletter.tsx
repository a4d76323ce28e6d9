'use client'

import { useId } from 'react'
import { countOf } from '#components/ui/count-of.ts'
import { formatDay } from '#components/ui/format-date-time.ts'
import { TextLink } from '#components/ui/links.tsx'
import { paths } from '#contract/paths.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { type Audience, emailLabel, isEmailed } from './publishing/describe-publishing.ts'

/** The fields that determine who gets a story by email. */
export type MailedAs = {
  category: string
  publication: string | undefined
  storyId: string | undefined
  names: MailedNames
}

/** The people who get a story by email if it is published now; makes no call unless `isAsked`. */
export function useAudience({ category, publication, storyId }: MailedAs, isAsked: boolean) {
  return useCall(
    isAsked && 'GET /newsletters/audience',
    { query: { category, publication, story: storyId } },
    { followsInput: true },
  )
}

type Props = {
  sends: boolean
  onSends: (sends: boolean) => void
  /** It may have been emailed before. */
  wasPublic: boolean
  story: MailedAs
  /** Set if the writer’s address was not proven when the page was made: their profile page says how to confirm it. */
  unproven: { uuid: string } | undefined
  /** Loads the number of recipients even before the box is ticked, and names it in the label. */
  counts?: boolean
}

/** The checkbox for emailing a story when it is published, with its recipients and the reasons for having no more. */
export function SendNewsletter({ sends, onSends, wasPublic, story, unproven, counts = false }: Props) {
  const id = useId()
  const { names } = story
  const { data, error } = useAudience(story, counts || sends || wasPublic || unproven !== undefined)
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
          className="size-5 shrink-0 accent-green"
        />
        {counts ? emailLabel(data) : 'Send Newsletter'}
      </label>
      <p id={id} role="status" className="ps-8 text-pretty text-small text-soft empty:hidden">
        {(sends || wasMailed || isRefused || (counts && data && !isEmailed(data))) && sentence}
        {isRefused && data.reason === 'unproven' && names.isOwn && unproven && (
          <>
            {' '}
            <TextLink href={paths.profile(unproven.uuid)}>Confirm it</TextLink>
          </>
        )}
      </p>
    </div>
  )
}

/** The names that appear in the sentences. */
type MailedNames = {
  category: string
  publication: string | undefined
  /** The writer is the story's author, not an administrator who edits it. */
  isOwn: boolean
}

/** Describes the recipients if the story is published now, or the time when it was sent. */
function audienceInWords(audience: Audience, names: MailedNames): string {
  const { sent_at, reach, reason, count } = audience
  const held = `The subscribers of ${names.category} get it once an administrator has looked at it.`
  if (sent_at) {
    const sent = `Emailed on ${formatDay(sent_at)}. It won’t be emailed again.`
    return reach === 'followers' && reason ? `${sent} ${held}` : sent
  }
  if (reach === 'nobody') return refusalInWords(reason, names.isOwn)
  if (reach === 'everyone') return peopleInWords(audience)
  const nobody = names.isOwn ? 'Nobody follows you yet.' : 'Nobody follows the author yet.'
  const now = count === 0 ? nobody : followersInWords(audience, names)
  if (!reason) return now
  if (reason !== 'one_a_day') return `${now} ${held}`
  const earlier = names.isOwn ? 'You’ve already emailed' : 'The author has already emailed'
  return `${now} ${earlier} a story to subscribers today, so the subscribers of ${names.category} get this one once an administrator has looked at it.`
}

function refusalInWords(reason: Audience['reason'], isOwn: boolean): string {
  if (reason === 'suspended') return 'The author’s account is suspended, so we can’t email this story.'
  if (reason === 'no_author') return 'The author’s account no longer exists, so we can’t email this story.'
  return `${isOwn ? 'Your' : 'The author’s'} email address isn’t confirmed yet, so we can’t email this story.`
}

function peopleInWords({ count, isExact }: Audience): string {
  if (count === 0) return 'Nobody follows you yet, so it won’t be emailed to anyone.'
  const people = countOf(count, 'person', 'people')
  return isExact ? `Goes to ${people} when you publish.` : `Goes to at most ${people}.`
}

/** E.g. `Goes to 12 followers of you and of Night shift when you publish.` */
function followersInWords({ count, isExact }: Audience, { publication, isOwn }: MailedNames): string {
  const followers = `${isExact ? '' : 'at most '}${countOf(count, 'follower')}`
  const of = isOwn ? 'you' : 'the author'
  return `Goes to ${followers} of ${of}${publication ? ` and of ${publication}` : ''} when you publish.`
}
