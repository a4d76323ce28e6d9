'use client'

import { useState } from 'react'
import { EmailField, NameField, NewPasswordField } from '#components/account/person-fields.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { CallFailure } from '#lib/browser/call-failure.ts'
import { GoogleButton } from './google-button.tsx'
import { OrDivider } from './or-divider.tsx'

/** `next`: where to go after the log-in that follows, a checked path of this site. */
export function SignupForm({ next, isGoogleConfigured }: { next: string; isGoogleConfigured: boolean }) {
  const [isDone, setIsDone] = useState(false)
  const login = paths.login(next === paths.home ? undefined : next)
  const submission = useSubmission(
    async ({ name = '', email = '', password = '' }) => {
      await callBff('POST /users/signup', { body: { name, email, password } })
      setIsDone(true)
    },
    { explain },
  )

  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="Sign up" />
      {isDone ? (
        <>
          <FormNotice kind="success" takesFocus>
            <p>Account created successfully. Please log in.</p>
            <p className="text-soft">We have sent you a mail: its link confirms your address.</p>
          </FormNotice>
          <a href={login} className={`${lineLink} self-start`}>
            Sign in
          </a>
        </>
      ) : (
        <>
          <GoogleButton next={next} isConfigured={isGoogleConfigured}>
            Sign up with Google
          </GoogleButton>
          <OrDivider />
          <Form submission={submission} label="Sign up">
            <NameField errors={submission.errors} />
            <EmailField errors={submission.errors} />
            <NewPasswordField label="Password" errors={submission.errors} />
            <SubmitButton isBusy={submission.isBusy} busy="Creating your account…">
              Create Account
            </SubmitButton>
          </Form>
          <p className="flex flex-wrap items-center gap-x-2 text-ui text-soft">
            Have an account already?
            <a href={login} className={lineLink}>
              Sign in
            </a>
          </p>
        </>
      )}
    </div>
  )
}

function explain({ status, code, message }: CallFailure): string {
  if (Number(code) === 11000) return 'The user already exists in the record.'
  if (status === 0) return message
  const general = 'Something went wrong while processing.'
  return status === 429 ? `${general} ${message}` : general
}
