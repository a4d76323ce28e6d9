'use client'

import type { ReactNode } from 'react'
import { FormContext } from './form-context.ts'
import { FormNotice } from './form-notice.tsx'
import { useHydrated } from './use-hydrated.ts'
import type { Submission } from './use-sending.ts'

type Props = {
  submission: Submission
  /** The target if its script has not loaded or can't run; without it the form waits for its script. */
  action?: string | undefined
  /** Names the form if no heading is right above it. */
  label?: string
  /** A way out of the failure that is shown. */
  remedy?: ReactNode
  children: ReactNode
  className?: string | undefined
}

/** A form sent by its script, or by the browser if it has an `action`. `post` keeps typed text out of the address. */
export function Form({ submission, action, label, remedy, children, className = 'gap-5' }: Props) {
  const { errors, isBusy } = submission
  // Until the script checks the fields, the browser does.
  const isChecked = useHydrated() || !action
  return (
    <form
      ref={submission.form}
      method="post"
      action={action}
      noValidate={isChecked}
      aria-label={label}
      aria-busy={isBusy}
      onSubmit={submission.onSubmit}
      className={`flex w-full flex-col ${className}`}
    >
      {submission.message && (
        <FormNotice kind="failure" takesFocus={submission.isAtLoad && 'at load'}>
          <p>{submission.message}</p>
          {remedy}
        </FormNotice>
      )}
      <FormContext value={{ errors, isBusy, worksWithoutScripts: Boolean(action) }}>{children}</FormContext>
      {!action && (
        <noscript>
          <p className="text-small text-danger">This form needs scripts, which are switched off in your browser.</p>
        </noscript>
      )}
    </form>
  )
}
