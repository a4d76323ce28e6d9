'use client'

import { useId, useRef, useState } from 'react'
import { usePanelKeys } from '#components/ui/use-panel-keys.ts'
import type { Mailing } from '#contract/mailings.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { usePolling } from '#lib/browser/use-polling.ts'
import { takeJustPublished } from './just-published.ts'

const everyMs = 3_000

/** Shows the author whether the story was emailed; nothing without an answer. */
export function StoryMailing({ id }: { id: string }) {
  const { data, mutate } = useCall('GET /contents/:id/mailing', { params: { id } })
  usePolling(() => mutate(), { goesOn: data?.is_under_way === true, everyMs })
  const words = data && mailingInWords(data)
  return words ? <Disclosure id={id} {...words} /> : null
}

/** Opens automatically if the story was published a moment ago. */
function Disclosure({ id, label, sentences }: { id: string; label: string; sentences: string[] }) {
  const [isOpen, setIsOpen] = useState(() => takeJustPublished(id))
  const root = useRef<HTMLDivElement>(null)
  const panelId = useId()
  usePanelKeys(root, isOpen, () => setIsOpen(false))
  return (
    // The panel hangs from the row of tools: from the button it would leave a narrow screen.
    <div ref={root} className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        className="min-h-11 text-balance text-end text-small/4 text-soft underline underline-offset-2 hover:text-ink"
      >
        {label}
      </button>
      <div
        id={panelId}
        role="status"
        className="absolute end-0 top-full z-30 flex w-64 flex-col gap-2 rounded-card border border-line bg-raised p-3 text-pretty text-ui text-ink shadow-menu empty:hidden"
      >
        {isOpen && sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
      </div>
    </div>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** Tells a story’s author whether it was emailed: a short label, and sentences. */
function mailingInWords(mailing: Mailing): { label: string; sentences: string[] } | undefined {
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
    const people = `${sent.toLocaleString('en-GB')} ${sent === 1 ? 'person' : 'people'}`
    const on = sent_at ? ` on ${day.format(new Date(sent_at))}` : ''
    return { label: 'Emailed', said: `Emailed to ${people}${on}.` }
  }
  const said = state === 'sent' ? 'There was nobody to email it to.' : 'You had no followers to email it to.'
  return { label: 'Not emailed', said }
}
