'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import type { CurrentUser, Said } from '#contract/users.ts'
import { callJson } from '#lib/bff/client.ts'

/** What about one's e-mail address waits for a link to be followed. */
export function AddressNotice({ user }: { user: CurrentUser }) {
  return (
    <>
      {user.pending_email && (
        <FormNotice kind="notice">
          <p>
            Please confirm {user.pending_email} by the link that we have sent there. Until then your address is{' '}
            {user.email}.
          </p>
        </FormNotice>
      )}
      {!user.email_proven && (
        <FormNotice kind="notice">
          <p>Your address is not confirmed yet. Please follow the link that we have sent to {user.email}.</p>
          <SendAgain />
        </FormNotice>
      )}
    </>
  )
}

function SendAgain() {
  const [answer, setAnswer] = useState('')
  const { busy, message, run } = useAction()

  const send = () =>
    run('sending', async () => setAnswer((await callJson<Said>('POST', '/api/users/send-confirmation')).body.message))

  return (
    <>
      <button
        type="button"
        onClick={send}
        aria-disabled={busy !== undefined || undefined}
        className="min-h-11 self-start font-semibold underline underline-offset-2 aria-disabled:opacity-60"
      >
        {busy ? 'Sending…' : 'Send the link again'}
      </button>
      {(message ?? answer) && <p>{message ?? answer}</p>}
    </>
  )
}
