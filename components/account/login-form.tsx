'use client'

import { EmailField } from '#components/account/person-fields.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { askCurrentUser } from './ask-current-user.ts'
import { GoogleButton } from './google-button.tsx'
import { OrDivider } from './or-divider.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { signIn } from './sign-in.ts'

type Props = {
  /** Where to go after signing in: a checked path of this site. */
  next: string
  isGoogleConfigured: boolean
  /** Why one is here, e.g. what Google's sign-in failed of. */
  notice?: string | undefined
}

export function LoginForm({ next, isGoogleConfigured, notice }: Props) {
  const submission = useSubmission(async ({ email = '', password = '' }) => {
    await signIn('credentials', { email, password })
    await enter()
  })

  async function enter() {
    const user = await askCurrentUser().catch(() => 'unanswered' as const)
    // The session has begun: where only this call failed, the next page asks again.
    if (!user) throw new CallFailure(200, 'Failed to fetch user data')
    location.assign(next)
  }

  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="Sign in" />
      {notice && <FormNotice kind="failure">{notice}</FormNotice>}
      <div className="flex flex-col gap-3">
        <GoogleButton next={next} isConfigured={isGoogleConfigured}>
          Sign in with Google
        </GoogleButton>
        <PasskeyButton onSignedIn={enter} />
      </div>
      <OrDivider />
      <Form submission={submission} label="Sign in">
        <EmailField errors={submission.errors} />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          error={submission.errors.password}
        />
        <a
          href={next === paths.home ? paths.forgotPassword : paths.forgotPasswordBefore(next)}
          className={`${lineLink} -my-3 self-start`}
        >
          Forgot password?
        </a>
        <SubmitButton isBusy={submission.isBusy} busy="Signing in…">
          Login
        </SubmitButton>
      </Form>
      <a href={paths.signup(next === paths.home ? undefined : next)} className={`${lineLink} self-start`}>
        Create an account
      </a>
    </div>
  )
}
