import { countOf } from '#components/ui/count-of.ts'
import { formatDay } from '#components/ui/format-date-time.ts'
import type { Mailing } from '#contract/mailings.ts'

/** Tells a story’s author whether it was emailed: a short label, and sentences. */
export function describeMailing(mailing: Mailing): { label: string; sentences: string[] } | undefined {
  const { state, reason, category } = mailing
  if (state === 'none') return undefined
  if (state === 'refused') {
    return {
      label: 'Not emailed',
      sentences:
        reason === 'unproven'
          ? [
              'This story is published but wasn’t emailed, because your email address isn’t confirmed yet.',
              'Once it is, publish the story again with Send Newsletter.',
            ]
          : ['This story is published but wasn’t emailed.'],
    }
  }
  const emailed = emailedInWords(mailing)
  if (state === 'sent') return { ...emailed, sentences: [emailed.said] }
  if (state === 'declined') {
    const declined = `An administrator decided not to send it to the subscribers of ${category}.`
    return { ...emailed, sentences: [emailed.said, declined] }
  }
  const why = reason === 'one_a_day' ? ' You had already emailed a story to subscribers that day.' : ''
  const label = mailing.is_under_way ? emailed.label : mailing.sent > 0 ? 'Partly emailed' : 'Waiting to be emailed'
  const waits = `It goes to the subscribers of ${category} once an administrator has looked at it.${why}`
  return { label, sentences: [emailed.said, waits] }
}

function emailedInWords({ state, is_under_way, sent, sent_at }: Mailing): { label: string; said: string } {
  if (is_under_way) return { label: 'Being emailed', said: 'This story is being emailed.' }
  if (sent > 0) {
    const on = sent_at ? ` on ${formatDay(sent_at)}` : ''
    return { label: 'Emailed', said: `Emailed to ${countOf(sent, 'person', 'people')}${on}.` }
  }
  const said = state === 'sent' ? 'There was nobody to email it to.' : 'You had no followers to email it to.'
  return { label: 'Not emailed', said }
}
