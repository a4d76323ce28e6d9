import type { ComponentProps } from 'react'
import { RowButton } from '#components/ui/action-rows.tsx'
import { Button } from '#components/ui/button.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
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
    <TitledSection id="subscriptions" title="Subscriptions" className="flex flex-col gap-4">
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
              <RowButton label="Unsubscribe" of={row.about} isBusy={isBusy(row.uuid)} onPress={() => onEnd(row)} />
            </div>
            <p id={`means-${row.uuid}`} className="text-small text-faint">
              {row.confirmed ? frequencyTable[row.frequency].means : 'Waiting for you to confirm: look for our email.'}
            </p>
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <Button isBusy={isBusy('all')} onClick={onEndAll} className="w-full md:w-auto md:self-start">
          Unsubscribe from everything
        </Button>
      )}
    </TitledSection>
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
