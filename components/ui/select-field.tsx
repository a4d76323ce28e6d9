import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import { Select } from './select.tsx'

type Props = Pick<ComponentProps<typeof Select>, 'options' | 'value' | 'defaultValue' | 'onChange'> &
  Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'help' | 'error'>

/** A field of a form that chooses one of several options. */
export function SelectField({ options, value, defaultValue, onChange, ...field }: Props) {
  return (
    <Field
      {...field}
      control={(tied) => (
        <Select {...tied} options={options} value={value} defaultValue={defaultValue} onChange={onChange} />
      )}
    />
  )
}
