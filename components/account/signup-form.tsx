'use client'

import { useState } from 'react'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { LineLink, NextLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { formActions } from '#contract/form-actions.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { CallFailure } from '#lib/browser/call-failure.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { EmailField, NameField, NeedsScriptsNote, NewPasswordField } from './person-fields.tsx'
import { signIn } from './sign-in.ts'
import { GoogleButton, SignInButton } from './sign-in-button.tsx'

type Person = { name: string; email: string; password: string }
/** An invitation by its link; without the address if the product API did not say whose it is. */
type Invitation = { token: string; email?: string | undefined; invitedBy?: string | null | undefined }

type Props = {
  /** Where to go after the log-in that follows, a checked path of this site. */
  next: string
  isGoogleConfigured: boolean
  answer?: FormAnswer | undefined
  invitation?: Invitation | undefined
  /** The page came with a link of an invitation that can't be used. */
  hasDeadInvitation?: boolean
}

export function SignupForm({ next, isGoogleConfigured, answer, invitation, hasDeadInvitation = false }: Props) {
  const login = paths.login(next === paths.home ? undefined : next)
  // Until the page is left. Without scripts nobody is known here.
  const [created, setCreated] = useState<Person>()
  const submission = useSubmission(
    async ({ name = '', email = '', password = '' }) => {
      const body = { name, email, password, ...(invitation && { invitation: invitation.token }) }
      await callBff('POST /users/signup', { body })
      setCreated({ name, email, password })
    },
    { explain, answer, keptAs: 'sign-up' },
  )

  if (submission.done !== undefined) {
    return (
      <div className="flex w-full max-w-form flex-col gap-6">
        <PageHeading title={invitation ? 'Your account is ready' : 'Check your email'} />
        <FormNotice kind="success" takesFocus={submission.isAtLoad ? 'at load' : true}>
          <p>Account created successfully. Please log in.</p>
          {!invitation && (
            <p className="text-soft">We’ve emailed you a link to confirm your address. You can log in before you do.</p>
          )}
        </FormNotice>
        {created ? <ContinueButton person={created} next={next} /> : <NextLink href={login}>Log in</NextLink>}
      </div>
    )
  }
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading title="Sign up" />
      {invitation && (
        <p className="text-pretty text-soft">
          {invitation.invitedBy || 'An administrator'} has invited you to sign up.
        </p>
      )}
      {hasDeadInvitation && (
        <FormNotice kind="notice">
          The invitation has been used or has expired. You can create an account without it.
        </FormNotice>
      )}
      {isGoogleConfigured && <GoogleButton next={next}>Sign up with Google</GoogleButton>}
      <Form submission={submission} action={formActions.signup} label="Sign up">
        <input type="hidden" name="next" value={next} />
        <NameField defaultValue={answer?.typed.name} />
        {invitation && <input type="hidden" name="invitation" value={invitation.token} />}
        {invitation?.email ? (
          <EmailField defaultValue={invitation.email} help="The invitation is for this address." readOnly />
        ) : (
          <EmailField defaultValue={answer?.typed.email} />
        )}
        <NewPasswordField label="Password" />
        <SubmitButton busy="Creating your account…">Create Account</SubmitButton>
      </Form>
      {isGoogleConfigured && (
        <NeedsScriptsNote>
          Signing up with Google needs scripts, which are switched off in your browser.
        </NeedsScriptsNote>
      )}
      <p className="flex flex-wrap items-center gap-x-2 text-ui text-soft">
        Already have an account?
        <LineLink href={login}>Sign in</LineLink>
      </p>
    </div>
  )
}

/** Signs in with what was just typed. */
function ContinueButton({ person: { name, email, password }, next }: { person: Person; next: string }) {
  async function act() {
    await signIn('credentials', { email, password })
    location.assign(next)
  }
  return (
    <SignInButton look="primary" busy="Logging in…" act={act}>
      {`Continue as ${name.trim()}`}
    </SignInButton>
  )
}

function explain({ status, code, message }: CallFailure): string {
  if (Number(code) === 11000) return 'The user already exists in the record.'
  if (status === 0) return message
  // They say who may sign up, and what became of the invitation.
  if (code === 'forbidden' || code === 'invalid_link') return message
  const general = 'Something went wrong while processing.'
  return status === 429 ? `${general} ${message}` : general
}
