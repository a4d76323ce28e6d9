'use client'

import { type ReactNode, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import type { CurrentUser } from '#contract/users.ts'
import { callBff } from '#lib/browser/call-bff.ts'

type Props = { user: CurrentUser; onSaved: (user: CurrentUser) => void }

/** Says which email address still has to be confirmed. */
export function AddressNotice({ user, onSaved }: Props) {
  async function takeBack() {
    onSaved((await callBff('POST /users/update-profile', { body: { cancelEmailChange: true } })).body)
    return ''
  }
  return (
    <>
      {user.pending_email && (
        <FormNotice kind="notice">
          <p>
            We’ve emailed a link to {user.pending_email}. Follow it to confirm your new address. Until then we’ll keep
            using {user.email}.
          </p>
          <NoticeAction label="Keep the old address" act={takeBack} />
        </FormNotice>
      )}
      {!user.email_proven && (
        <ProofNotice>Please confirm your email address. We’ve emailed a link to {user.email}.</ProofNotice>
      )}
    </>
  )
}

/** Why the address has to be confirmed, and the link again. */
export function ProofNotice({ children }: { children: ReactNode }) {
  const sendAgain = async () => (await callBff('POST /users/send-confirmation')).body.message
  return (
    <FormNotice kind="notice">
      <p>{children}</p>
      <NoticeAction label="Send the link again" busy="Sending…" act={sendAgain} />
    </FormNotice>
  )
}

/** `act` returns the sentence to show. */
function NoticeAction({ label, busy = label, act }: { label: string; busy?: string; act: () => Promise<string> }) {
  const [answer, setAnswer] = useState('')
  const action = useAction()
  const isBusy = action.busy !== undefined
  const press = () => action.run('act', async () => setAnswer(await act()))
  const said = action.message ?? answer
  return (
    <>
      <Button look="link" isBusy={isBusy} onClick={press} className="min-h-11 self-start font-semibold">
        {isBusy ? busy : label}
      </Button>
      {said && <p>{said}</p>}
    </>
  )
}
