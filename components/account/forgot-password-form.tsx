'use client'

import { EmailField } from '#components/account/person-fields.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { LineLink, TextLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { formActions } from '#contract/form-actions.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'

/** `next`: where to go after the log-in that follows, a checked path of this site. */
export function ForgotPasswordForm({ next, answer }: { next: string; answer?: FormAnswer | undefined }) {
  const submission = useSubmission(
    async ({ email = '' }) => {
      await callBff('POST /users/forget-password', { body: { email } })
    },
    { explain: ({ detail }) => detail || 'Failed to send password reset link.', answer, keptAs: 'forgot-password' },
  )

  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      {submission.done !== undefined ? (
        <>
          <PageHeading title="Check your email" />
          <FormNotice kind="success" takesFocus={submission.isAtLoad ? 'at load' : true}>
            Password reset link will be sent to the email if the email exists in our record.
          </FormNotice>
          <p className="text-pretty text-ui text-soft">
            The link expires in one hour. If nothing arrives, look in your spam folder, or{' '}
            <TextLink href={paths.forgotPassword}>try another address</TextLink>.
          </p>
        </>
      ) : (
        <>
          <PageHeading title="Forgot password" text="We’ll email you a link to choose a new one." />
          <Form submission={submission} action={formActions.forgotPassword} label="Forgot password">
            <input type="hidden" name="next" value={next} />
            <EmailField defaultValue={answer?.typed.email} />
            <SubmitButton busy="Sending…">Send password reset link</SubmitButton>
          </Form>
        </>
      )}
      <LineLink href={paths.login(next === paths.home ? undefined : next)}>Back to login</LineLink>
    </div>
  )
}
