'use client'

import type { ReactNode } from 'react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { FollowAuthor } from '#components/profile/follow-author.tsx'
import { OwnerTools } from './owner-tools.tsx'
import { canChange, isAuthor, type ReaderStory } from './reader-story.ts'
import { SaveToggle } from './save-toggle.tsx'
import { StoryMailing } from './story-mailing.tsx'
import { UnpublishedChanges } from './unpublished-changes.tsx'

export type ReaderPartName = 'save' | 'tools' | 'follow'
type Props = {
  part: ReaderPartName
  story: ReaderStory
  /** Keeps the space until it is known who is signed in. */
  room: ReactNode
}

export function ReaderParts({ part, story, room }: Props) {
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
  return <FollowAuthor author={story.author} userEmail={user.email} />
}
