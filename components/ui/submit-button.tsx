'use client'

import { useContext } from 'react'
import { buttonStyle } from './button-style.ts'
import { FormContext } from './form-context.ts'
import { useHydrated } from './use-hydrated.ts'

type Props = {
  children: string
  /** Unless it is as busy as its form. */
  isBusy?: boolean
  /** Its text while busy. */
  busy: string
  look?: keyof typeof buttonStyle
  className?: string | undefined
}

/** Stays focusable while busy; the form ignores a second submit. If only a script can send it, it waits for that. */
export function SubmitButton({ children, busy, look = 'primary', className = 'w-full md:w-auto', ...own }: Props) {
  const form = useContext(FormContext)
  const isHydrated = useHydrated()
  const isReady = form.worksWithoutScripts || isHydrated
  const isBusy = own.isBusy ?? form.isBusy
  return (
    <button
      type="submit"
      disabled={!isReady}
      aria-disabled={isBusy || undefined}
      className={`${buttonStyle[look]} disabled:opacity-100 aria-disabled:opacity-60 ${className}`}
    >
      {isBusy ? busy : children}
    </button>
  )
}
