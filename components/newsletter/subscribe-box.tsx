'use client'

import { type ReactNode, useState } from 'react'
import { WhoIsHere } from '#components/account/who-is-here.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import { unanswered } from '#lib/browser/ask-server.ts'

type Props = {
  label: string
  /** Field and button in one line, for the footer. */
  isCompact?: boolean
  /** Further fields of the form. */
  children: ReactNode
}

/** An email field that subscribes, with all fields of its form; the server alone says what is wrong with an address. */
export function SubscribeBox({ label, isCompact = false, children }: Props) {
  const [done, setDone] = useState<string>()
  const [ownEmail, setOwnEmail] = useState<string>()
  const [busy, setBusy] = useState('Subscribing…')
  const submission = useSending(async (values) => {
    // Loaded when it is needed: this box stands on every page.
    const { sendSubscription } = await import('./send-subscription.ts').catch((cause) => {
      throw unanswered(cause)
    })
    setDone(await sendSubscription(values as { email: string }, () => setBusy('One moment…')))
  })
  const field = (
    <Field
      name="email"
      label={label}
      type="email"
      autoComplete="email"
      // Comes late and stands only where nothing has been typed: that is how browsers treat a default.
      defaultValue={ownEmail}
      error={submission.errors.email}
    />
  )
  const button = (
    <SubmitButton
      isBusy={submission.isBusy}
      busy={busy}
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
      <WhoIsHere onUser={({ email }) => setOwnEmail(email)} />
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
