'use client'

import { buttonStyle } from '#components/ui/button-style.ts'
import { DoneNotice } from '#components/ui/done-notice.tsx'
import { Form } from '#components/ui/form.tsx'
import { NextLink } from '#components/ui/links.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { formActions } from '#contract/form-actions.ts'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { refreshCurrentUser } from './use-current-user.ts'

type Props = {
  /** The token of the email’s link. */
  token: string
  /** The signed-in person: an address is confirmed by its own account, and not by anyone who has the email. */
  viewer: CurrentUser | undefined
  answer?: FormAnswer | undefined
}

/** Does nothing before the button is pressed. */
export function ConfirmEmailForm({ token, viewer, answer }: Props) {
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      {viewer ? (
        <ConfirmButton token={token} viewer={viewer} answer={answer} />
      ) : (
        <>
          <PageHeading
            title="Confirm your address"
            text="Log in to the account that this email is about. Then one click confirms your address."
          />
          <a href={paths.login(paths.confirmEmail(token))} className={`${buttonStyle.primary} w-full md:w-auto`}>
            Log in
          </a>
          <p className="text-pretty text-small text-faint">
            No account here? Then someone mistyped their address, and you can ignore the email.
          </p>
        </>
      )}
    </div>
  )
}

function ConfirmButton({ token, viewer, answer }: Props & { viewer: CurrentUser }) {
  const submission = useSubmission(
    async () => {
      const { body } = await callBff('POST /users/confirm-email', { body: { token } })
      // The address is confirmed in any case; who is signed in shows on the next page as well.
      refreshCurrentUser().catch(() => undefined)
      return body.message
    },
    { answer },
  )
  // Most used links are used because they have worked.
  const isUsed = submission.failure?.code === 'invalid_link'
  const { email, email_proven, pending_email, uuid } = viewer
  const known = isUsed && email_proven && !pending_email ? `Your address ${email} is confirmed already.` : undefined
  const said = submission.done ?? known
  if (said !== undefined) {
    return (
      <>
        <PageHeading title="Your address is confirmed" />
        <DoneNotice isAtLoad={said !== known && submission.isAtLoad}>{said}</DoneNotice>
      </>
    )
  }
  if (isUsed) {
    return (
      <>
        <PageHeading
          title="This link no longer works"
          text="It has expired, or it has been used already. Your profile can send you a new one."
        />
        <NextLink href={paths.profile(uuid)}>Get a new link on your profile</NextLink>
      </>
    )
  }
  return (
    <>
      <PageHeading title="Confirm your address" text="One click confirms this address." />
      <Form submission={submission} action={formActions.confirmEmail} label="Confirm your address">
        <input type="hidden" name="token" value={token} />
        <SubmitButton busy="Confirming…">Confirm address</SubmitButton>
      </Form>
    </>
  )
}
