import type { Db } from '#platform/db/client.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { findMailing } from '#stories/mailings.ts'
import { listMailable } from '#stories/newsletter-stories.ts'
import type { AnnouncedStory, SendAbout } from '../audience/audience-repository.ts'

/** What a send is about, with its story if it has one that may still be emailed. */
export async function aboutOf(
  db: Db,
  send: Pick<SendRow, 'kind' | 'category' | 'frequency' | 'contentId' | 'audience'>,
): Promise<SendAbout> {
  const { kind, category, frequency, contentId, audience } = send
  const story = kind === 'story' && contentId ? await findAnnounced(db, contentId) : undefined
  return { kind, category, frequency, audience, story }
}

/** Under the category that was decided on: an edit of the story leads it to no other subscribers. */
export async function findAnnounced(db: Db, contentId: string): Promise<AnnouncedStory | undefined> {
  const [story] = await listMailable(db, [contentId])
  if (!story) return undefined
  const { id, authorId, publicationId } = story
  const category = (await findMailing(db, contentId))?.category ?? story.category
  return { id, category, authorId, publicationId }
}
