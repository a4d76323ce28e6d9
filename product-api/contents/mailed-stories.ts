import type { Db } from '../db/client.ts'
import type { CardRow } from './card-columns.ts'
import * as repository from './repository.ts'

/** A story as a newsletter shows it. */
export type MailedStory = CardRow

/** What was published after `since`, newest first, at most this many. */
export async function listPublishedSince(
  db: Db,
  filter: repository.ListFilter,
  { since, limit }: { since: Date; limit: number },
): Promise<MailedStory[]> {
  const rows = await repository.listPublished(db, filter, { limit })
  return rows.filter(({ publishedAt }) => publishedAt !== null && publishedAt > since)
}

/** What decides whom a story is news for. */
export type NewsItem = Pick<MailedStory, 'id' | 'category' | 'authorId' | 'publicationId'> & { publishedAt: Date }

/** Everything that was published after `since`, newest first, without its words; at most this many. */
export function listNewsItems(db: Db, { since, limit }: { since: Date; limit: number }): Promise<NewsItem[]> {
  return repository.listNewsItems(db, { since, limit })
}

/** In the order of the ids; what is gone or not public is left out. */
export async function listStillPublic(db: Db, ids: readonly string[]): Promise<MailedStory[]> {
  if (ids.length === 0) return []
  const byId = new Map((await repository.listPublishedByIds(db, [...ids])).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The HTML of a story; undefined if it is not public. */
export async function findPublicText(db: Db, id: string): Promise<string | undefined> {
  const story = await repository.findPage(db, { id })
  return story && !story.isDraft && !story.deletedAt ? story.content : undefined
}
