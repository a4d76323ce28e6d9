'use client'

import type { ReactNode } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorPanel } from '#components/ui/error-panel.tsx'
import { LoadingOverlay } from '#components/ui/loading-overlay.tsx'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { listSentence } from '#lib/browser/call-failure.ts'
import type { CalledList } from '#lib/browser/use-call-list.ts'

type Props<T> = { list: CalledList<T>; children: (items: readonly T[]) => ReactNode }

/** A list loaded by the browser: its loading, its failure, and the way to more of it. */
export function ListFrame<T>({ list, children }: Props<T>) {
  const { items, error, isLoading, hasMore, askNext } = list
  return (
    <>
      {/* Only the first load waits: further rows come below the others. */}
      <LoadingOverlay loading={items === undefined && isLoading} />
      {items && children(items)}
      {error &&
        !isLoading &&
        (items ? <Trouble>{listSentence(error)}</Trouble> : <ErrorPanel message={listSentence(error)} />)}
      {items && hasMore && (
        <button
          type="button"
          onClick={askNext}
          aria-disabled={isLoading || undefined}
          className={`${buttonStyle.secondary} self-center aria-disabled:opacity-60`}
        >
          {isLoading ? 'Loading…' : 'Show more'}
        </button>
      )}
    </>
  )
}

function Trouble({ children }: { children: string }) {
  return (
    <p role="alert" className="text-danger">
      {children}
    </p>
  )
}

type SignedInOnlyProps = { path: string; children: (user: CurrentUser) => ReactNode }

/** A page's personal content, once it is known who the reader is. */
export function SignedInOnly({ path, children }: SignedInOnlyProps) {
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

/** A small thing to press on a card, over the card's own link. */
export const cardAction =
  'relative inline-flex min-h-11 items-center text-ui text-soft hover:text-ink hover:underline underline-offset-2 aria-disabled:opacity-60'
