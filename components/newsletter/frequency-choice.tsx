import { useId } from 'react'
import type { Frequency } from '#contract/newsletters.ts'
import { frequencyNames, frequencyWords } from './frequency-words.ts'

export function FrequencyChoice({ frequency }: { frequency: Frequency }) {
  const id = useId()
  return (
    <fieldset>
      <legend className="text-ui font-semibold">How often</legend>
      {frequencyNames.map((value) => (
        <div key={value}>
          <label className="flex min-h-11 items-center gap-2.5 text-ui">
            <input
              type="radio"
              name="frequency"
              value={value}
              defaultChecked={value === frequency}
              aria-describedby={`${id}-${value}`}
              className="size-4.5 shrink-0 accent-green"
            />
            {frequencyWords[value].label}
          </label>
          <p id={`${id}-${value}`} className="-mt-2 ms-7 pb-1.5 text-small text-faint">
            {frequencyWords[value].means}
          </p>
        </div>
      ))}
    </fieldset>
  )
}
