'use client'

import { useState } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { DoneNotice } from '#components/ui/done-notice.tsx'
import { Form } from '#components/ui/form.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { refreshCurrentUser } from './use-current-user.ts'

type Props = {
  /** Of the mail's link. */
  token: string
  /** Who is signed in here: an address is confirmed by its account only, not by whoever has the mail. */
  viewer: CurrentUser | undefined
}

/** Nothing happens before the button is pressed. */
export function ConfirmEmailForm({ token, viewer }: Props) {
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      {viewer ? (
        <ConfirmButton token={token} viewer={viewer} />
      ) : (
        <>
          <PageHeading
            title="Confirm your address"
            text="Sign in first, to the account that this mail is about. Then one press of a button, and the address is yours."
          />
          <a href={paths.login(paths.confirmEmail(token))} className={`${buttonStyle.primary} w-full md:w-auto`}>
            Log in
          </a>
          <p className="text-pretty text-small text-faint">
            You have no account here? Then somebody has mistyped an address, and there is nothing to do for you.
          </p>
        </>
      )}
    </div>
  )
}

function ConfirmButton({ token, viewer }: { token: string; viewer: CurrentUser }) {
  const [done, setDone] = useState<string>()
  const submission = useSubmission(async () => {
    const { body } = await callBff('POST /users/confirm-email', { body: { token } })
    setDone(body.message)
    // The address is confirmed in any case; who is signed in shows on the next page as well.
    await refreshCurrentUser().catch(() => undefined)
  })
  if (done) {
    return (
      <>
        <PageHeading title="Confirm your address" />
        <DoneNotice>{done}</DoneNotice>
      </>
    )
  }
  return (
    <>
      <PageHeading title="Confirm your address" text="One press of the button, and the address is yours." />
      <Form
        submission={submission}
        label="Confirm your address"
        remedy={submission.failure?.code === 'invalid_link' && <AfterUsedLink viewer={viewer} />}
      >
        <SubmitButton isBusy={submission.isBusy} busy="Confirming…">
          Confirm address
        </SubmitButton>
      </Form>
    </>
  )
}

/** Most used links are used because they have worked. */
function AfterUsedLink({ viewer: { email, email_proven, pending_email, uuid } }: { viewer: CurrentUser }) {
  if (email_proven && !pending_email) return <p>Your address {email} is confirmed already.</p>
  return (
    <a href={paths.profile(uuid)} className={lineLink}>
      Get a new link on your profile
    </a>
  )
}
