'use client'

import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import type { CallFailure } from '#lib/browser/call-failure.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { useBookmark } from './use-bookmark.ts'

type Props = {
  articleId: string
  userId: string
  /** Keeps the space until it is known whether the story is saved. */
  room: ReactNode
}

/** Shows the new state immediately, and takes it back with a message if the server refuses. */
export function SaveToggle({ articleId, userId, room }: Props) {
  const of = { userId, articleId }
  const { data, error, mutate } = useCall('GET /bookmarks/check/:userId/:articleId', { params: of })
  // Saving twice changes nothing: without an answer the button offers to save.
  const isSaved = data?.bookmarked ?? false
  const { save, failure } = useBookmark(of, (bookmarked) => void mutate({ bookmarked }, { revalidate: false }))

  if (!data && !error) return room
  return (
    <span className="relative">
      <button
        type="button"
        onClick={() => save(!isSaved)}
        aria-pressed={isSaved}
        className="flex h-11 w-11 items-center justify-center gap-2 rounded-full text-ui text-soft hover:text-ink aria-pressed:text-green md:w-24 [&[aria-pressed=true]_svg]:fill-current"
      >
        <Icon name="bookmark" size={18} />
        <span className="sr-only md:not-sr-only">{isSaved ? 'Saved' : 'Save'}</span>
      </button>
      {failure && (
        <span
          role="alert"
          className="absolute end-0 top-full z-30 w-60 rounded-card border border-danger bg-raised p-3 text-ui text-danger shadow-menu"
        >
          {sentenceOf(failure, isSaved)}
        </span>
      )}
    </span>
  )
}

function sentenceOf({ status, message }: CallFailure, isStillSaved: boolean): string {
  if (status === 401) return 'Please log in again to save stories.'
  return `${isStillSaved ? 'The story is still saved' : 'The story was not saved'}. ${message}`
}
