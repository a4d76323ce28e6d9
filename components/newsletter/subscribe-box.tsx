'use client'

import { type ReactNode, useState } from 'react'
import { CurrentUserListener } from '#components/account/current-user-listener.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import type { FormErrors } from '#components/ui/form-errors.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import { unanswered } from '#lib/browser/call-failure.ts'

export type Before = { done?: string | undefined; formErrors?: FormErrors | undefined; email?: string | undefined }

type Props = {
  /** The form's target without its script. */
  action: string
  label: string
  /** Field and button in one line, for the footer. */
  isCompact?: boolean
  /** The result if it was sent without scripts; only /subscribe shows that, for all boxes. */
  before?: Before | undefined
  /** Further fields of the form. */
  children: ReactNode
}

/** An email field that subscribes, with all fields of its form; the server alone says what is wrong with an address. */
export function SubscribeBox({ action, label, isCompact = false, before, children }: Props) {
  const [ownEmail, setOwnEmail] = useState<string>()
  const [busy, setBusy] = useState('Subscribing…')
  const submission = useSending(
    async (values) => {
      // Loaded when needed: this box is on every page.
      const { sendSubscription } = await import('./send-subscription.ts').catch((cause) => {
        throw unanswered(cause)
      })
      return sendSubscription(values as { email: string }, () => setBusy('One moment…'))
    },
    { before: before?.formErrors, doneBefore: before?.done },
  )
  const field = (
    <Field
      name="email"
      label={label}
      type="email"
      autoComplete="email"
      // Arrives late; browsers apply a default value only while the field is untouched.
      defaultValue={before?.email ?? ownEmail}
    />
  )
  const button = (
    <SubmitButton busy={busy} look={isCompact ? 'secondary' : 'primary'} className={isCompact ? 'shrink-0' : undefined}>
      Subscribe
    </SubmitButton>
  )
  if (submission.done !== undefined) {
    return (
      <FormNotice kind="success" takesFocus={submission.isAtLoad ? 'at load' : true}>
        {submission.done}
      </FormNotice>
    )
  }
  return (
    <Form
      submission={submission}
      action={action}
      label={isCompact ? 'Newsletter sign-up' : 'Newsletter'}
      className={isCompact ? 'max-w-form gap-3' : undefined}
    >
      <CurrentUserListener onUser={({ email }) => setOwnEmail(email)} />
      {children}
      {/* A trap for programs that fill in every field. */}
      <span aria-hidden="true" className="sr-only">
        <input name="website" tabIndex={-1} autoComplete="off" />
      </span>
      {isCompact ? (
        <div className="newsletter-line">
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
