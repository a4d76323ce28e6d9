import type { ComponentProps } from 'react'
import { buttonStyle } from './button-style.ts'

type Props = Omit<ComponentProps<'button'>, 'type'> & { look?: keyof typeof buttonStyle; isBusy?: boolean | undefined }

/** A button that acts on the page; `SubmitButton` sends a form. It stays focusable while busy. */
export function Button({ look = 'secondary', isBusy = false, className = '', ...button }: Props) {
  return (
    <button
      {...button}
      type="button"
      aria-disabled={isBusy || undefined}
      className={`${buttonStyle[look]} aria-disabled:opacity-60 ${className}`}
    />
  )
}
