import { useId } from 'react'
import { useHydrated } from '#components/ui/use-hydrated.ts'

type Props = { timeZone: string; onChoose: (timeZone: string) => void }

/** The subscriber's time zone. The browser provides the list and its own zone: the server names the stored one. */
export function TimeZoneChoice({ timeZone, onChoose }: Props) {
  const id = useId()
  const isHere = useHydrated()
  const own = isHere ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone
  const zones = isHere ? [...new Set([timeZone, own, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort() : [timeZone]
  return (
    <section className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-serif text-lead font-semibold">
        Time zone
      </label>
      <select
        id={id}
        aria-describedby={`${id}-help`}
        value={timeZone}
        onChange={({ target }) => onChoose(target.value)}
        className="h-11 w-full rounded-card border border-edge bg-raised px-3 text-field text-ink hover:border-ink"
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {readable(zone)}
          </option>
        ))}
      </select>
      <p id={`${id}-help`} className="text-small text-faint">
        Digests arrive in the morning, in this time zone.
      </p>
      {own !== timeZone && (
        <button
          type="button"
          onClick={() => onChoose(own)}
          className="min-h-11 self-start text-start text-ui text-link underline underline-offset-2"
        >
          Use this device’s: {readable(own)}
        </button>
      )}
    </section>
  )
}

function readable(zone: string): string {
  return zone.replaceAll('_', ' ')
}
