'use client'

import type { ReactNode } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { FollowAuthor } from '#components/profile/follow-author.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { paths } from '#contract/paths.ts'
import type { CallFailure } from '#lib/browser/call-failure.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { OwnerTools } from './owner-tools.tsx'
import { canChange, isAuthor, type ReaderStory } from './reader-story.ts'
import { StoryMailing } from './story-mailing.tsx'
import { ThanksButton } from './thanks-button.tsx'
import { useBookmark } from './use-bookmark.ts'

export type SignedInActionName = 'save' | 'tools' | 'follow' | 'thanks'
type Props = {
  part: SignedInActionName
  story: ReaderStory
  /** Keeps the space until it is known who is signed in. */
  room: ReactNode
}

export function SignedInActions({ part, story, room }: Props) {
  const viewer = useCurrentUser()
  if (viewer.status === 'unknown' || viewer.status === 'loading') return room
  if (viewer.status !== 'in') return null
  const { user } = viewer
  if (part === 'save') return <SaveToggle articleId={story.id} userId={user._id} room={room} />
  if (part === 'tools') {
    if (!canChange(user, story)) return null
    return (
      // In the margin above the story: the text does not move.
      <div className="no-print absolute inset-x-4 top-0 mx-auto flex max-w-column items-center justify-end gap-5 md:inset-x-6 md:top-2">
        {isAuthor(user, story) && <UnpublishedChanges story={story} />}
        {isAuthor(user, story) && <StoryMailing id={story.id} />}
        <OwnerTools story={story} isAdmin={user.role === 'admin'} />
      </div>
    )
  }
  if (!story.author || isAuthor(user, story)) return null
  if (part === 'thanks') return <ThanksButton storyId={story.id} writer={story.author.name} />
  return <FollowAuthor author={story.author} userEmail={user.email} story={story.id} />
}

type SaveToggleProps = {
  articleId: string
  userId: string
  /** Keeps the space until it is known whether the story is saved. */
  room: ReactNode
}

/** Shows the new state immediately, and takes it back with a message if the server refuses. */
function SaveToggle({ articleId, userId, room }: SaveToggleProps) {
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

/** Shows the author that a story has unpublished changes; nothing without an answer. */
function UnpublishedChanges({ story }: { story: ReaderStory }) {
  const { data } = useCall('GET /contents/:id/working-copy', { params: { id: story.id } })
  if (!data?.has_unpublished_changes) return null
  return (
    <a
      href={paths.editArticle(story.slug)}
      className="flex min-h-11 min-w-0 items-center text-balance text-end text-small/4 text-notice underline underline-offset-2"
    >
      Unpublished changes
    </a>
  )
}
