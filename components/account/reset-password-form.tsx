'use client'

import { NewPasswordField } from '#components/account/person-fields.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { LineLink, NextLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { formActions } from '#contract/form-actions.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'

const successful = 'Password reset successful.'
const failed = 'Failed to reset password.'

/** `token` is the one of the email's link. */
export function ResetPasswordForm({ token, answer }: { token: string; answer?: FormAnswer | undefined }) {
  const submission = useSubmission(
    async ({ password = '', confirmed }) => {
      if (password !== confirmed) {
        throw new CallFailure(0, failed, { fields: { confirmed: 'Passwords do not match.' } })
      }
      const { body } = await callBff('POST /users/reset-password', { body: { password, token } })
      if (body.message !== successful) throw new CallFailure(200, failed, { detail: body.message })
      return successful
    },
    { explain: ({ detail }) => detail || failed, answer },
  )

  if (submission.done === successful) {
    return (
      <div className="flex w-full max-w-form flex-col gap-6">
        <PageHeading title="Your password is changed" />
        <FormNotice kind="success" takesFocus={submission.isAtLoad ? 'at load' : true}>
          <p>Password reset was successful! Login to continue.</p>
          <p className="text-soft">
            You were logged out everywhere, and your passkeys were removed. You can add them again.
          </p>
        </FormNotice>
        <NextLink href={paths.login()}>Login</NextLink>
      </div>
    )
  }
  if (submission.failure?.code === 'invalid_link') return <DeadAccountLink isAtLoad={submission.isAtLoad} />
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="Reset password" />
      <Form submission={submission} action={formActions.resetPassword} label="Reset password">
        <input type="hidden" name="token" value={token} />
        <NewPasswordField label="New Password" />
        <PasswordField name="confirmed" label="Confirm Password" autoComplete="new-password" />
        <SubmitButton busy="Resetting…">Reset Password</SubmitButton>
      </Form>
    </div>
  )
}

/** Replaces the form for a new password if its link is dead: there is nothing to fill in. */
export function DeadAccountLink({ isAtLoad = false }: { isAtLoad?: boolean }) {
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="This link no longer works" />
      <FormNotice kind="failure" takesFocus={isAtLoad ? 'at load' : true}>
        It has expired, or it has been used already. Each link works once, for one hour.
      </FormNotice>
      <NextLink href={paths.forgotPassword}>Ask for a new link</NextLink>
      <LineLink href={paths.login()}>Back to login</LineLink>
    </div>
  )
}
