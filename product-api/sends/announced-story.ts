import { listStillPublic } from '../contents/mailed-stories.ts'
import type { Db } from '../db/client.ts'
import type { SendRow } from '../db/tables/sends.ts'
import type { AnnouncedStory, SendAbout } from './audience-repository.ts'

/** What a send is about, with its story if it has one that is still public. */
export async function aboutOf(
  db: Db,
  send: Pick<SendRow, 'kind' | 'category' | 'frequency' | 'contentId'>,
): Promise<SendAbout> {
  const { kind, category, frequency, contentId } = send
  const story = kind === 'story' && contentId ? await findAnnounced(db, contentId) : undefined
  return { kind, category, frequency, story }
}

export async function findAnnounced(db: Db, contentId: string): Promise<AnnouncedStory | undefined> {
  const [story] = await listStillPublic(db, [contentId])
  return (
    story && { id: story.id, category: story.category, authorId: story.authorId, publicationId: story.publicationId }
  )
}
