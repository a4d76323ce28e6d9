'use client'

import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { LineDrawing } from '#components/ui/icon.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { signInWithPasskey } from './passkey.ts'
import { useAction } from './use-action.ts'

const keyShape = 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm3 1 8.5-8.5M16 7l3 3'

/** Shown only if the browser supports passkeys, which nearly all do: the server's HTML has it. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const isHydrated = useHydrated()
  const { busy, message, run } = useAction()

  const signIn = () =>
    run('passkey', async () => {
      if (await signInWithPasskey()) await onSignedIn()
    })

  if (isHydrated && !('PublicKeyCredential' in window)) return null
  return (
    <div className="needs-scripts flex flex-col gap-3">
      <button
        type="button"
        onClick={signIn}
        aria-disabled={busy !== undefined || undefined}
        className={`${buttonStyle.secondary} w-full aria-disabled:opacity-60`}
      >
        <LineDrawing path={keyShape} />
        {busy ? 'Waiting for the passkey…' : 'Sign in with a passkey'}
      </button>
      {message && <FormNotice kind="failure">{message}</FormNotice>}
    </div>
  )
}
