'use client'

import { useCallback, useRef } from 'react'
import { CompactCard } from '#components/article/compact-card.tsx'
import { useBookmark } from '#components/article/use-bookmark.ts'
import { lineLink } from '#components/ui/link-style.ts'
import type { Bookmark } from '#contract/bookmarks.ts'
import { cardAction } from './card-action.ts'

type Props = {
  story: Bookmark
  userId: string
  /** It can be read without a connection on this device. */
  isOffline: boolean
  isRemoved: boolean
  onChange: (isRemoved: boolean) => void
}

/** A saved story. Removing it takes effect immediately; its place offers Undo until the reader leaves the page. */
export function SavedCard({ story, userId, isOffline, isRemoved, onChange }: Props) {
  const { save, failure } = useBookmark({ userId, articleId: story.articleId }, (isSaved) => onChange(!isSaved))
  const wasPressed = useRef(false)
  // The button that was pressed has gone: the one in its place gets the focus.
  const button = useCallback((placed: HTMLButtonElement | null) => {
    if (wasPressed.current) placed?.focus()
  }, [])

  function press(isSaved: boolean) {
    wasPressed.current = true
    void save(isSaved)
  }

  const said = failure && (
    <p role="alert" className="text-small text-danger">
      {failure.message}
    </p>
  )
  if (isRemoved) {
    return (
      <li className="md:last:odd:col-span-2">
        <div className="flex h-full min-h-24 flex-col items-start justify-center rounded-card border border-edge border-dashed px-4 py-3">
          <p role="status" className="wrap-anywhere text-ui text-soft">
            Removed: {story.title}
          </p>
          <button ref={button} type="button" onClick={() => press(true)} className={`${lineLink} -mb-2`}>
            Undo
          </button>
          {said}
        </div>
      </li>
    )
  }
  return (
    <CompactCard story={story} heading="h2">
      <div className="-mb-2 flex items-center justify-between gap-3">
        <button
          ref={button}
          type="button"
          onClick={() => press(false)}
          aria-label={`Remove: ${story.title}`}
          className={cardAction}
        >
          Remove
        </button>
        {isOffline && <span className="text-small text-faint">✓ Available offline</span>}
      </div>
      {said}
    </CompactCard>
  )
}
