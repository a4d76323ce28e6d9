import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

export type Option = { value: string; label: string }
type Props = Pick<ComponentProps<'select'>, 'value' | 'onChange'> &
  Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'help' | 'error'> & { options: readonly Option[] }

/** A field of a form that chooses one of several options. */
export function SelectField({ options, value, onChange, ...field }: Props) {
  return (
    <Field
      {...field}
      control={(tied) => (
        <select {...tied} value={value} onChange={onChange} className={`${tied.className} h-11`}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    />
  )
}
