'use client'

import { type ReactNode, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import type { CurrentUser } from '#contract/users.ts'
import { callBff } from '#lib/browser/call-bff.ts'

type Props = { user: CurrentUser; onSaved: (user: CurrentUser) => void }

/** Says which email address still has to be confirmed. */
export function AddressNotice({ user, onSaved }: Props) {
  return (
    <>
      {user.pending_email && (
        <FormNotice kind="notice">
          <p>
            We’ve emailed a link to {user.pending_email}. Follow it to confirm your new address. Until then we’ll keep
            using {user.email}.
          </p>
          <TakeBack onSaved={onSaved} />
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
  return (
    <FormNotice kind="notice">
      <p>{children}</p>
      <SendAgain />
    </FormNotice>
  )
}

function TakeBack({ onSaved }: Pick<Props, 'onSaved'>) {
  const { busy, message, run } = useAction()

  const takeBack = () =>
    run('taking back', async () => {
      onSaved((await callBff('POST /users/update-profile', { body: { cancelEmailChange: true } })).body)
    })

  return (
    <>
      <NoticeButton isBusy={busy !== undefined} onPress={takeBack}>
        Keep the old address
      </NoticeButton>
      {message && <p>{message}</p>}
    </>
  )
}

function SendAgain() {
  const [answer, setAnswer] = useState('')
  const { busy, message, run } = useAction()

  const send = () =>
    run('sending', async () => setAnswer((await callBff('POST /users/send-confirmation')).body.message))

  return (
    <>
      <NoticeButton isBusy={busy !== undefined} onPress={send}>
        {busy ? 'Sending…' : 'Send the link again'}
      </NoticeButton>
      {(message ?? answer) && <p>{message ?? answer}</p>}
    </>
  )
}

function NoticeButton({ isBusy, onPress, children }: { isBusy: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-disabled={isBusy || undefined}
      className="min-h-11 self-start font-semibold underline underline-offset-2 aria-disabled:opacity-60"
    >
      {children}
    </button>
  )
}
