'use client'

import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { LineDrawing } from '#components/ui/icon.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { LineLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { useSubmission } from '#components/ui/use-submission.ts'
import { formActions } from '#contract/form-actions.ts'
import { paths } from '#contract/paths.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { askCurrentUser } from './ask-current-user.ts'
import { signInWithPasskey } from './passkey.ts'
import { EmailField, NeedsScriptsNote } from './person-fields.tsx'
import { signIn } from './sign-in.ts'
import { GoogleButton, SignInButton } from './sign-in-button.tsx'

type Props = {
  /** Where to go after signing in: a checked path of this site. */
  next: string
  isGoogleConfigured: boolean
  /** The reason for coming here, e.g. why Google's sign-in failed. */
  notice?: string | undefined
  answer?: FormAnswer | undefined
}

export function LoginForm({ next, isGoogleConfigured, notice, answer }: Props) {
  const submission = useSubmission(
    async ({ email = '', password = '' }) => {
      await signIn('credentials', { email, password })
      await enter()
    },
    { answer, keptAs: 'log-in' },
  )

  async function enter() {
    const user = await askCurrentUser().catch(() => 'unanswered' as const)
    // The session has begun: if only this call failed, the next page asks again.
    if (!user) throw new CallFailure(200, 'Failed to fetch user data')
    location.assign(next)
  }

  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="Sign in" />
      {notice && <FormNotice kind="failure">{notice}</FormNotice>}
      {isGoogleConfigured && <GoogleButton next={next}>Sign in with Google</GoogleButton>}
      <Form submission={submission} action={formActions.login} label="Sign in">
        <input type="hidden" name="next" value={next} />
        <EmailField defaultValue={answer?.typed.email} />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <a
          href={next === paths.home ? paths.forgotPassword : paths.forgotPasswordBefore(next)}
          className={`${lineLink} -my-3 self-start`}
        >
          Forgot password?
        </a>
        <SubmitButton busy="Logging in…">Login</SubmitButton>
      </Form>
      <PasskeyButton onSignedIn={enter} />
      <NeedsScriptsNote>
        {`Logging in with ${isGoogleConfigured ? 'Google or ' : ''}a passkey needs scripts, which are switched off in your browser.`}
      </NeedsScriptsNote>
      <LineLink href={paths.signup(next === paths.home ? undefined : next)}>Create an account</LineLink>
    </div>
  )
}

const keyShape = 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm3 1 8.5-8.5M16 7l3 3'

/** Shown only if the browser supports passkeys, which nearly all do: the server's HTML has it. */
function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const isHydrated = useHydrated()
  if (isHydrated && !('PublicKeyCredential' in window)) return null
  async function act() {
    if (await signInWithPasskey()) await onSignedIn()
  }
  return (
    <SignInButton icon={<LineDrawing path={keyShape} />} busy="Waiting for the passkey…" act={act}>
      Log in with a passkey
    </SignInButton>
  )
}
