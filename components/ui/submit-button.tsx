'use client'

import { useContext } from 'react'
import { buttonStyle } from './button-style.ts'
import { useHydrated } from './use-hydrated.ts'
import { WorksWithoutScripts } from './works-without-scripts.ts'

type Props = {
  children: string
  isBusy: boolean
  /** Its text while busy. */
  busy: string
  look?: keyof typeof buttonStyle
  className?: string | undefined
}

/** Stays focusable while busy; the form ignores a second submit. If only a script can send it, it waits for that. */
export function SubmitButton({ children, isBusy, busy, look = 'primary', className = 'w-full md:w-auto' }: Props) {
  const isHydrated = useHydrated()
  const isReady = useContext(WorksWithoutScripts) || isHydrated
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
