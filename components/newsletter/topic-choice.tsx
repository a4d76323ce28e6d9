import { useId } from 'react'

type Props = { choices: { value: string; label: string }[]; category: string }

export function TopicChoice({ choices, category }: Props) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-ui font-semibold">
        Topic
      </label>
      <select
        id={id}
        name="category"
        defaultValue={category || choices[0]?.value}
        className="h-11 w-full rounded-card border border-edge bg-raised px-3 text-field text-ink hover:border-ink"
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
