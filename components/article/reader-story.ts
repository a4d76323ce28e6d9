import type { Story } from '#contract/stories.ts'
import type { CurrentUser } from '#contract/users.ts'
import { authorName } from './story-names.ts'

/** The part of a story that a signed-in reader's buttons need. */
export type ReaderStory = {
  id: string
  slug: string
  isDraft: boolean
  userId: string | null
  author: { uuid: string; name: string } | null
}

export function readerStory(story: Story): ReaderStory {
  const { id, slug, isDraft, userId, author_uuid } = story
  return { id, slug, isDraft, userId, author: author_uuid ? { uuid: author_uuid, name: authorName(story) } : null }
}

export function isAuthor(user: Pick<CurrentUser, '_id' | 'uuid'>, { userId, author }: ReaderStory): boolean {
  return userId === user._id || author?.uuid === user.uuid
}

/** Whether it makes sense to offer it; the product API decides again. */
export function canChange(user: Pick<CurrentUser, '_id' | 'uuid' | 'role'>, story: ReaderStory): boolean {
  return user.role === 'admin' || isAuthor(user, story)
}
