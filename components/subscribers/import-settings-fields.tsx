import { useId } from 'react'
import { frequencyNames, frequencyWords } from '#components/newsletter/frequency-words.ts'

/** What a file's addresses are subscribed to, and whether somebody vouches for them. */
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
          I vouch that these people asked for it
        </label>
        <p id={`${id}-vouched`} className="text-pretty text-small text-faint">
          Who has a date of confirmation in the file gets the newsletter then. Without your word, or without such a
          date, they wait unconfirmed, get nothing and are forgotten after a month.
        </p>
      </div>
    </>
  )
}
