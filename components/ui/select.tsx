import type { ComponentProps } from 'react'

export type Option = { value: string; label: string }
type Props = Omit<ComponentProps<'select'>, 'children'> & { options: readonly Option[] }

/** A list to choose from, named by a label or by `aria-label`. */
export function Select({ options, className = 'w-full', ...select }: Props) {
  return (
    <select
      {...select}
      className={`h-11 rounded-card border border-edge bg-raised px-3 text-field text-ink hover:border-ink ${className}`}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
