'use client'

import { useId, useState } from 'react'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { MoreButton } from '#components/ui/more-button.tsx'
import { Select } from '#components/ui/select.tsx'
import type { SendFigures } from '#contract/sends.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'

const states = [
  { state: 'bounced', name: 'Bounced' },
  { state: 'failed', name: 'Failed' },
  { state: 'uncertain', name: 'Uncertain' },
  { state: 'left_out', name: 'Left out' },
] as const
type State = (typeof states)[number]['state']

/** The recipients who did not simply get a send, by what happened. */
export function EndedRecipients({ id, figures }: { id: string; figures: SendFigures }) {
  const [chosen, setChosen] = useState<State>()
  const field = useId()
  const present = states.filter(({ state }) => figures[state] > 0)
  if (present.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <label htmlFor={field} className="font-semibold">
        Who didn’t get it
      </label>
      <Select
        id={field}
        value={chosen ?? ''}
        onChange={(event) => setChosen(present.find(({ state }) => state === event.target.value)?.state)}
        className="w-full max-w-form"
        options={[
          { value: '', label: 'Choose…' },
          ...present.map(({ state, name }) => ({
            value: state,
            label: `${name} (${figures[state].toLocaleString('en-GB')})`,
          })),
        ]}
      />
      {chosen && <Recipients key={`${chosen} ${figures[chosen]}`} id={id} state={chosen} />}
    </div>
  )
}

function Recipients({ id, state }: { id: string; state: State }) {
  const list = useCallList('GET /newsletters/sends/:id/recipients', {
    params: { id },
    query: { state, limit: 50 },
  })
  const { items, error } = list
  return (
    <div className="flex flex-col items-start gap-4">
      {error && <FormNotice kind="failure">{error.message}</FormNotice>}
      {!items && !error && <p className="text-faint">Loading…</p>}
      {items && (
        <ul className="w-full divide-y divide-line border-y border-line">
          {items.map(({ email, reason, answer, at }) => (
            <li key={`${email} ${at} ${answer}`} className="flex flex-col gap-0.5 py-2 wrap-anywhere">
              <span className="text-ui font-semibold">{email || 'A deleted subscriber'}</span>
              <span className="text-small text-soft">{reason}</span>
              {answer && <span className="text-small text-soft">“{answer}”</span>}
              <time dateTime={at} className="text-small text-faint">
                {formatDateTime(at)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {(items || error) && <MoreButton label="More" list={list} />}
    </div>
  )
}
