import type { ComponentProps } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { type Frequency, frequencies, frequencyTable } from '#contract/frequencies.ts'
import type { Preferences } from '#contract/subscription-schemas.ts'

type Row = Preferences['subscriptions'][number]
type Props = {
  rows: Row[]
  isBusy: (name: string) => boolean
  onFrequency: (uuid: string, frequency: Frequency) => void
  onEnd: (row: Row) => void
  onEndAll: () => void
}

/** The subscriptions of an address, each with its frequency and a button to unsubscribe. */
export function SubscriptionRows({ rows, isBusy, onFrequency, onEnd, onEndAll }: Props) {
  return (
    <section aria-labelledby="subscriptions" className="flex flex-col gap-4">
      <h2 id="subscriptions" className="font-serif text-lead font-semibold">
        Subscriptions
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <li key={row.uuid} className="flex flex-col gap-1.5 py-3">
            <p className="wrap-anywhere text-ui font-semibold">{row.about}</p>
            <div className="flex items-center gap-4">
              <FrequencySelect
                aria-label={`How often: ${row.about}`}
                aria-describedby={`means-${row.uuid}`}
                value={row.frequency}
                onChange={({ target }) => onFrequency(row.uuid, target.value as Frequency)}
              />
              <button
                type="button"
                aria-label={`Unsubscribe: ${row.about}`}
                aria-disabled={isBusy(row.uuid) || undefined}
                onClick={() => onEnd(row)}
                className="min-h-11 shrink-0 text-ui text-link underline underline-offset-2 aria-disabled:opacity-60"
              >
                Unsubscribe
              </button>
            </div>
            <p id={`means-${row.uuid}`} className="text-small text-faint">
              {row.confirmed ? frequencyTable[row.frequency].means : 'Waiting for you to confirm: look for our email.'}
            </p>
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <button
          type="button"
          aria-disabled={isBusy('all') || undefined}
          onClick={onEndAll}
          className={`${buttonStyle.secondary} w-full aria-disabled:opacity-60 md:w-auto md:self-start`}
        >
          Unsubscribe from everything
        </button>
      )}
    </section>
  )
}

/** Selects the frequency of a subscription; named by its label or by `aria-label`. */
export function FrequencySelect(props: Omit<ComponentProps<'select'>, 'className' | 'children'>) {
  return (
    <select
      {...props}
      className="h-11 min-w-0 flex-1 rounded-card border border-edge bg-raised px-3 text-field text-ink hover:border-ink"
    >
      {frequencies.map((name) => (
        <option key={name} value={name}>
          {frequencyTable[name].label}
        </option>
      ))}
    </select>
  )
}
