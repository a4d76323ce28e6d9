'use client'

import type { ReactNode } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { ErrorPanel } from '#components/ui/error-panel.tsx'
import { LoadingOverlay } from '#components/ui/loading-overlay.tsx'
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
