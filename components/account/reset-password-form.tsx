'use client'

import { useState } from 'react'
import { NewPasswordField } from '#components/account/person-fields.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'

const failed = 'Failed to reset password.'

/** `token` is the one of the mail's link. */
export function ResetPasswordForm({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  const submission = useSubmission(
    async ({ password = '', confirmed }) => {
      if (password !== confirmed) {
        throw new CallFailure(0, failed, { fields: { confirmed: 'Passwords do not match.' } })
      }
      const { body } = await callBff('POST /users/reset-password', { body: { password, token } })
      if (body.message !== 'Password reset successful.') throw new CallFailure(200, failed, { detail: body.message })
      setIsDone(true)
    },
    { explain: ({ detail }) => detail ?? failed },
  )

  const isUsedUp = submission.failure?.code === 'invalid_link'

  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="Reset password" />
      {isDone ? (
        <>
          <FormNotice kind="success" takesFocus>
            <p>Password reset was successful! Login to continue.</p>
            <p className="text-soft">Every device was signed out, and passkeys were removed: you can add them again.</p>
          </FormNotice>
          <a href={paths.login()} className={`${lineLink} self-start`}>
            Login
          </a>
        </>
      ) : (
        <Form submission={submission} label="Reset password" remedy={isUsedUp && <NewLink />}>
          <NewPasswordField label="New Password" errors={submission.errors} />
          <PasswordField
            name="confirmed"
            label="Confirm Password"
            autoComplete="new-password"
            error={submission.errors.confirmed}
          />
          <SubmitButton isBusy={submission.isBusy} busy="Resetting…">
            Reset Password
          </SubmitButton>
        </Form>
      )}
    </div>
  )
}

function NewLink() {
  return (
    <a href={paths.forgotPassword} className={lineLink}>
      Ask for a new link
    </a>
  )
}
