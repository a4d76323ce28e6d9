import type { ComponentProps } from 'react'

type Props = ComponentProps<'input'> & { type: 'checkbox' | 'radio' }

/** A checkbox or a radio button, and the words beside it. */
export function CheckField({ children, ...input }: Props) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 text-ui">
      <input {...input} className="size-4.5 shrink-0" />
      {children}
    </label>
  )
}
