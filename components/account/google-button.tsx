'use client'

import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { GoogleMark } from './google-mark.tsx'
import { OrDivider } from './or-divider.tsx'
import { signInWithGoogle } from './sign-in.ts'
import { useAction } from './use-action.ts'

type Props = {
  children: string
  /** Where to land afterwards. */
  next: string
}

/** Signing in with Google, and the line that separates it from the form; only if Google is set up. */
export function GoogleButton({ children, next }: Props) {
  const { busy, message, run } = useAction()

  return (
    <>
      <div className="needs-scripts flex flex-col gap-3">
        <button
          type="button"
          onClick={() => run('google', () => signInWithGoogle(next))}
          aria-disabled={busy !== undefined || undefined}
          className={`${buttonStyle.secondary} w-full aria-disabled:opacity-60`}
        >
          <GoogleMark />
          {busy ? 'Opening Google…' : children}
        </button>
        {message && <FormNotice kind="failure">{message}</FormNotice>}
      </div>
      <OrDivider />
    </>
  )
}
