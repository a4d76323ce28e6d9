'use client'

import { useState } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { GoogleMark } from './google-mark.tsx'
import { signInWithGoogle } from './sign-in.ts'
import { useAction } from './use-action.ts'

type Props = {
  children: string
  /** Where to land afterwards. */
  next: string
  isConfigured: boolean
}

export function GoogleButton({ children, next, isConfigured }: Props) {
  const { busy, message, run } = useAction()
  const [isExplained, setIsExplained] = useState(false)
  const problem = isExplained ? 'Google sign-in is not set up on this site.' : message

  return (
    <div className="needs-scripts flex flex-col gap-3">
      <button
        type="button"
        onClick={() => (isConfigured ? run('google', () => signInWithGoogle(next)) : setIsExplained(true))}
        aria-disabled={busy !== undefined || undefined}
        className={`${buttonStyle.secondary} w-full aria-disabled:opacity-60`}
      >
        <GoogleMark />
        {busy ? 'Opening Google…' : children}
      </button>
      {problem && <FormNotice kind="failure">{problem}</FormNotice>}
    </div>
  )
}
