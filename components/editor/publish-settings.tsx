'use client'

import { PlannedTime } from './planned-time.tsx'
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
