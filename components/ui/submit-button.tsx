'use client'

import { buttonStyle } from './button-style.ts'
import { useHydrated } from './use-hydrated.ts'

type Props = {
  children: string
  isBusy: boolean
  /** What it says meanwhile. */
  busy: string
  look?: keyof typeof buttonStyle
  className?: string | undefined
}

/** Stays focusable while busy; the form ignores what is sent twice. */
export function SubmitButton({ children, isBusy, busy, look = 'primary', className = 'w-full md:w-auto' }: Props) {
  const isReady = useHydrated()
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
