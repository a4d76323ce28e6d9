import { useId } from 'react'
import { frequencyNames, frequencyWords } from '#components/newsletter/frequency-words.ts'

/** The list and frequency for a file's addresses, and whether the administrator vouches for them. */
export function ImportSettingsFields({ lists }: { lists: { value: string; label: string }[] }) {
  const id = useId()
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-ui font-semibold">
          List
        </label>
        <select
          id={id}
          name="category"
          className="h-11 w-full rounded-card border border-edge bg-raised px-3 text-field text-ink hover:border-ink"
        >
          {lists.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <fieldset>
        <legend className="text-ui font-semibold">How often</legend>
        <div className="flex flex-wrap gap-x-6">
          {frequencyNames.map((value) => (
            <label key={value} className="flex min-h-11 items-center gap-2.5 text-ui">
              <input
                type="radio"
                name="frequency"
                value={value}
                defaultChecked={value === 'weekly'}
                className="size-4.5 accent-green"
              />
              {frequencyWords[value].label}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-col gap-1.5">
        <label className="flex min-h-11 items-center gap-2.5 text-ui">
          <input
            type="checkbox"
            name="vouched"
            aria-describedby={`${id}-vouched`}
            className="size-4.5 shrink-0 accent-green"
          />
          I confirm that these people asked for it
        </label>
        <p id={`${id}-vouched`} className="text-pretty text-small text-faint">
          People with a confirmation date in the file then get the newsletter. Without your confirmation, or without
          such a date, they get nothing and are deleted after a month.
        </p>
      </div>
    </>
  )
}
