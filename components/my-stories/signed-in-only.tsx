'use client'

import type { ReactNode } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorPanel } from '#components/ui/error-panel.tsx'
import { LoadingOverlay } from '#components/ui/loading-overlay.tsx'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'

type Props = { path: string; children: (user: CurrentUser) => ReactNode }

/** A page's personal content, once it is known who the reader is. */
export function SignedInOnly({ path, children }: Props) {
  const viewer = useCurrentUser()
  if (viewer.status === 'in') return children(viewer.user)
  if (viewer.status === 'failed') return <ErrorPanel message="Failed to load content. Please try again later." />
  if (viewer.status === 'out') {
    return (
      <EmptyState
        title="You are signed out"
        text="Your session has ended."
        action={
          <a href={paths.login(path)} className={buttonStyle.primary}>
            Log in
          </a>
        }
      />
    )
  }
  return (
    <>
      <LoadingOverlay loading />
      <noscript>
        <p className="text-soft">This list needs scripts, which are switched off in your browser.</p>
      </noscript>
    </>
  )
}
