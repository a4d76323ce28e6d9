'use client'

import { useState } from 'react'
import { NewPasswordField } from '#components/account/person-fields.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { askAgain } from '#lib/browser/use-call.ts'
import { PasskeyList } from './passkey-list.tsx'
import { SessionList } from './session-list.tsx'

/** Password, passkeys and sessions of an account. */
export function AccountSecurity({ hasPassword }: { hasPassword: boolean }) {
  const [wasSet, setWasSet] = useState(false)
  return (
    <div className="flex max-w-form flex-col gap-12">
      <ChangePasswordForm hasPassword={hasPassword || wasSet} onChanged={() => setWasSet(true)} />
      <PasskeyList />
      <SessionList />
    </div>
  )
}

type Props = {
  /** An account made with Google may have none yet. */
  hasPassword: boolean
  onChanged: () => void
}

function ChangePasswordForm({ hasPassword, onChanged }: Props) {
  const submission = useSubmission(async ({ currentPassword, password = '' }) => {
    const { body } = await callBff('POST /users/change-password', { body: { currentPassword, password } })
    submission.form.current?.reset()
    onChanged()
    // A new password ends the other sessions.
    void askAgain('GET /users/sessions')
    return body.message
  })
  const title = hasPassword ? 'Change password' : 'Set a password'

  return (
    <div className="flex flex-col gap-4">
      <h2 className="font-serif text-lead font-semibold">{title}</h2>
      <Form submission={submission} label={title}>
        {hasPassword && (
          <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
        )}
        <NewPasswordField label="New password" />
        <SubmitButton busy="Saving…" look="secondary">
          {title}
        </SubmitButton>
        {submission.done && <FormNotice kind="success">{submission.done}</FormNotice>}
      </Form>
    </div>
  )
}
