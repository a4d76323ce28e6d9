'use client'

import { useState } from 'react'
import { EmailField } from '#components/account/person-fields.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'

/** `next`: where to go after the log-in that follows, a checked path of this site. */
export function ForgotPasswordForm({ next }: { next: string }) {
  const [isDone, setIsDone] = useState(false)
  const submission = useSubmission(
    async ({ email = '' }) => {
      await callBff('POST /users/forget-password', { body: { email } })
      setIsDone(true)
    },
    { explain: ({ detail }) => detail ?? 'Failed to send password reset link.' },
  )

  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="Forgot password" text="We send you a link to choose a new one." />
      {isDone ? (
        <FormNotice kind="success" takesFocus>
          Password reset link will be sent to the email if the email exists in our record.
        </FormNotice>
      ) : (
        <Form submission={submission} label="Forgot password">
          <EmailField errors={submission.errors} />
          <SubmitButton isBusy={submission.isBusy} busy="Sending…">
            Send password reset link
          </SubmitButton>
        </Form>
      )}
      <a href={paths.login(next === paths.home ? undefined : next)} className={`${lineLink} self-start`}>
        Back to login
      </a>
    </div>
  )
}
