'use client'

import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { signInWithGoogle } from './sign-in.ts'
import { useAction } from './use-action.ts'

type SignInButtonProps = {
  children: string
  icon?: ReactNode
  look?: ComponentProps<typeof Button>['look']
  /** Its text while it waits. */
  busy: string
  act: () => Promise<void>
}

/** A way to sign in beside the form, and why it failed. */
export function SignInButton({ children, icon, look = 'secondary', busy, act }: SignInButtonProps) {
  const action = useAction()
  const isBusy = action.busy !== undefined
  return (
    <div className="needs-scripts flex flex-col gap-3">
      <Button look={look} isBusy={isBusy} onClick={() => action.run('sign in', act)} className="w-full">
        {icon}
        {isBusy ? busy : children}
      </Button>
      {action.message && <FormNotice kind="failure">{action.message}</FormNotice>}
    </div>
  )
}

/** Signing in with Google, and the line that separates it from the form; only if Google is set up. Lands on `next`. */
export function GoogleButton({ children, next }: { children: string; next: string }) {
  return (
    <>
      <SignInButton icon={<GoogleMark />} busy="Opening Google…" act={() => signInWithGoogle(next)}>
        {children}
      </SignInButton>
      <p className="needs-scripts flex items-center gap-4 text-small text-faint">
        <span className="h-px flex-1 bg-line" />
        OR
        <span className="h-px flex-1 bg-line" />
      </p>
    </>
  )
}

/** Google's mark in the colours that its guidelines ask for on sign-in buttons. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" width={18} height={18} viewBox="0 0 48 48" className="shrink-0">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  )
}
