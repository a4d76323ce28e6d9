'use client'

import { useState } from 'react'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import type { Said } from '#contract/users.ts'
import { callJson } from '#lib/bff/client.ts'
import { refreshCurrentUser } from './use-current-user.ts'

/** `token` is the one of the mail's link; nothing happens before the button is pressed. */
export function ConfirmEmailForm({ token }: { token: string }) {
  const [done, setDone] = useState<string>()
  const submission = useSubmission(async () => {
    const { body } = await callJson<Said>('POST', '/api/users/confirm-email', { token })
    setDone(body.message)
    // The address is confirmed in any case; who is signed in shows on the next page as well.
    await refreshCurrentUser().catch(() => undefined)
  })

  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <PageHeading
        title="Confirm your address"
        text={done ? undefined : 'One press of the button, and the address is yours.'}
      />
      {done ? (
        <>
          <FormNotice kind="success" takesFocus>
            {done}
          </FormNotice>
          <a href={paths.home} className={`${lineLink} self-start`}>
            Return to Home
          </a>
        </>
      ) : (
        <Form submission={submission} label="Confirm your address">
          <SubmitButton isBusy={submission.isBusy} busy="Confirming…">
            Confirm address
          </SubmitButton>
        </Form>
      )}
    </div>
  )
}
