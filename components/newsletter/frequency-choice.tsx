const choices = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
] as const

export function FrequencyChoice({ frequency }: { frequency: 'daily' | 'weekly' }) {
  return (
    <fieldset>
      <legend className="text-ui font-semibold">How often</legend>
      <div className="flex flex-wrap gap-x-6">
        {choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-2.5 text-ui">
            <input
              type="radio"
              name="frequency"
              value={value}
              defaultChecked={value === frequency}
              className="size-4.5 accent-green"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
