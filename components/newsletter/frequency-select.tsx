import type { ComponentProps } from 'react'
import { frequencyNames, frequencyWords } from './frequency-words.ts'

/** How often a subscription comes, to be chosen; named by its label or by `aria-label`. */
export function FrequencySelect(props: Omit<ComponentProps<'select'>, 'className' | 'children'>) {
  return (
    <select
      {...props}
      className="h-11 min-w-0 flex-1 rounded-card border border-edge bg-raised px-3 text-field text-ink hover:border-ink"
    >
      {frequencyNames.map((name) => (
        <option key={name} value={name}>
          {frequencyWords[name].label}
        </option>
      ))}
    </select>
  )
}
