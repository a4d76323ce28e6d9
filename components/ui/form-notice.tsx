'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  kind: 'failure' | 'success' | 'notice'
  children: ReactNode
  /** If it replaces a form, it takes the focus that was in the form; `at load`: it comes with the page. */
  takesFocus?: boolean | 'at load'
}

const looks = {
  failure: 'border-danger text-danger',
  success: 'border-green text-ink',
  notice: 'border-transparent bg-notice-ground text-notice',
} as const

/** A form's message as a whole: a failure, success, or other advice. */
export function FormNotice({ kind, children, takesFocus = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus === true) box.current?.focus()
  }, [takesFocus])
  return (
    <div
      ref={box}
      role={kind === 'failure' ? 'alert' : 'status'}
      tabIndex={takesFocus ? -1 : undefined}
      {...(takesFocus === 'at load' && { autoFocus: true })}
      className={`flex gap-2.5 rounded-card border p-3 text-ui outline-none ${looks[kind]}`}
    >
      <span className={kind === 'success' ? 'text-green' : ''}>
        <Icon name={kind === 'success' ? 'check' : 'warning'} />
      </span>
      <div className="flex min-w-0 flex-col gap-2 wrap-anywhere">{children}</div>
    </div>
  )
}
