'use client'

import { type ReactNode, useState } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { Said } from '#contract/users.ts'
import { callJson } from '#lib/bff/client.ts'

type Props = {
  label: string
  /** Field and button in one line, for the footer. */
  isCompact?: boolean
  /** Further fields of the form. */
  children: ReactNode
}

/** An e-mail field that subscribes; the server alone says what is wrong with an address. */
export function SubscribeBox({ label, isCompact = false, children }: Props) {
  const [done, setDone] = useState<string>()
  const viewer = useCurrentUser()
  const submission = useSubmission(
    async (values) => setDone((await callJson<Said>('POST', '/api/newsletters/subscribe', values)).body.message),
    { leavesCheckToServer: true },
  )
  const field = (
    <Field
      name="email"
      label={label}
      type="email"
      autoComplete="email"
      // Comes late and stands only where nothing has been typed: that is how browsers treat a default.
      defaultValue={viewer.status === 'in' ? viewer.user.email : undefined}
      error={submission.errors.email}
    />
  )
  const button = (
    <SubmitButton
      isBusy={submission.isBusy}
      busy="Subscribing…"
      look={isCompact ? 'secondary' : 'primary'}
      className={isCompact ? 'mt-7 shrink-0' : undefined}
    >
      Subscribe
    </SubmitButton>
  )
  if (done) {
    return (
      <FormNotice kind="success" takesFocus>
        {done}
      </FormNotice>
    )
  }
  return (
    <Form
      submission={submission}
      label={isCompact ? 'Newsletter sign-up' : 'Newsletter'}
      className={isCompact ? 'max-w-form gap-3' : undefined}
    >
      {children}
      {/* A trap for programs that fill in every field. */}
      <span aria-hidden="true" className="sr-only">
        <input name="website" tabIndex={-1} autoComplete="off" />
      </span>
      {isCompact ? (
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">{field}</div>
          {button}
        </div>
      ) : (
        <>
          {field}
          {button}
        </>
      )}
    </Form>
  )
}
