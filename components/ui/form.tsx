'use client'

import type { ReactNode } from 'react'
import { FormNotice } from './form-notice.tsx'
import type { Submission } from './use-sending.ts'

type Props = {
  submission: Submission
  /** What the form is, where no heading stands right above it. */
  label?: string
  /** What one can do about the failure that is shown. */
  remedy?: ReactNode
  children: ReactNode
  className?: string | undefined
}

/** A form that is sent by script. `method="post"` keeps what is typed out of the address should there be none. */
export function Form({ submission, label, remedy, children, className = 'gap-5' }: Props) {
  return (
    <form
      ref={submission.form}
      method="post"
      noValidate
      aria-label={label}
      aria-busy={submission.isBusy}
      onSubmit={submission.onSubmit}
      className={`flex w-full flex-col ${className}`}
    >
      {submission.message && (
        <FormNotice kind="failure">
          <p>{submission.message}</p>
          {remedy}
        </FormNotice>
      )}
      {children}
      <noscript>
        <p className="text-small text-danger">This form needs scripts, which are switched off in your browser.</p>
      </noscript>
    </form>
  )
}
