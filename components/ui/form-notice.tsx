'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  kind: 'failure' | 'success' | 'notice'
  children: ReactNode
  /** Where it takes a form's place, the focus that was in the form comes here. */
  takesFocus?: boolean
}

const looks = {
  failure: 'border-danger text-danger',
  success: 'border-green text-ink',
  notice: 'border-transparent bg-notice-ground text-notice',
} as const

/** What a form says as a whole: that it failed, that it is done, what else one should know. */
export function FormNotice({ kind, children, takesFocus = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div
      ref={box}
      role={kind === 'failure' ? 'alert' : 'status'}
      tabIndex={takesFocus ? -1 : undefined}
      className={`flex gap-2.5 rounded-card border p-3 text-ui ${looks[kind]}`}
    >
      <span className={kind === 'success' ? 'text-green' : ''}>
        <Icon name={kind === 'success' ? 'check' : 'warning'} />
      </span>
      <div className="flex min-w-0 flex-col gap-2 wrap-anywhere">{children}</div>
    </div>
  )
}
