'use client'

import { useId, useState } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { type MailedAs, SendNewsletter } from './send-newsletter.tsx'

type Props = {
  hints: readonly string[]
  sends: boolean
  onSends: (sends: boolean) => void
  wasPublic: boolean
  mailedAs: MailedAs
  /** The writer whose address is not proven. */
  unproven: { uuid: string } | undefined
  plannedAt: string | null
  isBusy: boolean
  planError: string | undefined
  onPlan: (at: string | null) => void
  /** Only for a published story with changes that readers do not see yet. */
  onDiscard: (() => void) | undefined
}

/** How and when a story goes out. */
export function PublishSettings(props: Props) {
  const { hints, sends, onSends, wasPublic, mailedAs, unproven, plannedAt, isBusy, planError, onPlan, onDiscard } =
    props
  return (
    <section aria-labelledby="publishing" className="flex flex-col gap-5 border-t border-line pt-8">
      <h2 id="publishing" className="font-serif text-lead font-semibold">
        Publishing
      </h2>
      {hints.length > 0 && (
        <ul aria-label="Worth a look" className="flex list-disc flex-col gap-1 ps-5 text-ui text-soft">
          {hints.map((hint) => (
            <li key={hint} className="wrap-anywhere">
              {hint}
            </li>
          ))}
        </ul>
      )}
      <SendNewsletter sends={sends} onSends={onSends} wasPublic={wasPublic} story={mailedAs} unproven={unproven} />
      <PlannedTime plannedAt={plannedAt} isBusy={isBusy} error={planError} onPlan={onPlan} />
      {onDiscard && (
        <p className="text-ui text-soft">
          Readers see the published version until you publish these changes.{' '}
          <button type="button" disabled={isBusy} onClick={onDiscard} className="underline underline-offset-2">
            Discard the changes
          </button>
        </p>
      )}
    </section>
  )
}

type PlannedTimeProps = {
  /** ISO 8601; null if nothing is planned. */
  plannedAt: string | null
  isBusy: boolean
  error?: string | undefined
  onPlan: (at: string | null) => void
}

/** When a story publishes itself, chosen and shown in the time zone of the writer's device. */
function PlannedTime({ plannedAt, isBusy, error, onPlan }: PlannedTimeProps) {
  const id = useId()
  // The server has a time zone of its own.
  const zone = useHydrated() && Intl.DateTimeFormat().resolvedOptions().timeZone
  const [wanted, setWanted] = useState('')
  const at = wanted ? new Date(wanted) : undefined
  const isPast = at !== undefined && at.getTime() <= Date.now()
  const fault = isPast ? 'Please choose a time in the future.' : error

  if (plannedAt) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-notice-ground p-3 text-ui text-notice">
        <p>
          Will be published on <time dateTime={plannedAt}>{inWords(new Date(plannedAt))}</time>.
        </p>
        <button type="button" disabled={isBusy} onClick={() => onPlan(null)} className="underline underline-offset-2">
          Cancel the schedule
        </button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-ui font-semibold">
        Publish later
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id={id}
          type="datetime-local"
          value={wanted}
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setWanted(event.target.value)}
          className="h-11 min-w-56 rounded-card border border-edge bg-raised px-3 text-field hover:border-ink aria-[invalid]:border-danger"
        />
        <button
          type="button"
          disabled={!at || isPast || isBusy}
          onClick={() => at && onPlan(at.toISOString())}
          className={buttonStyle.secondary}
        >
          Schedule
        </button>
      </div>
      <p id={`${id}-note`} className={`text-small ${fault ? 'text-danger' : 'text-faint'}`}>
        {fault ?? (zone ? `In your time zone, ${zone}.` : 'In your time zone.')}
      </p>
    </div>
  )
}

function inWords(time: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' }).format(time)
}
