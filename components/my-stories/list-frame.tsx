'use client'

import type { ReactNode } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ErrorPanel } from '#components/ui/error-panel.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { LoadingOverlay } from '#components/ui/loading-overlay.tsx'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { listSentence } from '#lib/browser/refusal.ts'
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
        (items ? (
          <p role="alert" className="text-danger">
            {listSentence(error)}
          </p>
        ) : (
          <ErrorPanel message={listSentence(error)} />
        ))}
      {items && hasMore && (
        <Button isBusy={isLoading} onClick={askNext} className="self-center">
          {isLoading ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </>
  )
}

type CardListProps<T> = {
  stories: readonly T[]
  /** There are more than these, or may be: without a story the list is not empty yet. */
  isPart: boolean
  card: (story: T) => ReactNode
  /** The next step, if there is no story. */
  ifEmpty: { text: string; href: string; label: string }
}

/** Small cards in two columns. */
export function CardList<T>({ stories, isPart, card, ifEmpty }: CardListProps<T>) {
  if (stories.length > 0 || isPart) return <ul className="grid gap-4 md:grid-cols-2">{stories.map(card)}</ul>
  return (
    <div>
      <p className="text-soft">It's empty here.</p>
      <p className="mt-6 mb-4 max-w-sentence text-pretty text-soft">{ifEmpty.text}</p>
      <ButtonLink look="primary" href={ifEmpty.href}>
        {ifEmpty.label}
      </ButtonLink>
    </div>
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
        title="You are logged out"
        text="Your session has ended."
        action={
          <ButtonLink look="primary" href={paths.login(path)}>
            Log in
          </ButtonLink>
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
