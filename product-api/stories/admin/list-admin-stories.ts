import { listUserIdsByName } from '#accounts/users.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { wordsOf } from '#platform/db/match-words.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import { slugInAddress } from '../load-story.ts'
import { findSlugHolder } from '../write/repository.ts'
import * as repository from './repository.ts'

export type { AdminStoryRow } from './repository.ts'

type Wanted = {
  query?: string | undefined
  state: repository.AdminStoryState
  cursor?: string | undefined
  limit: number
}

const authorsMost = 20

/**
 * Lists stories in any state, for administrators; the route checks that.
 * @throws Problem `bad_request` for a cursor of another list.
 */
export async function listAdminStories(
  { db }: Pick<SignedInContext, 'db'>,
  { query = '', state, cursor, limit }: Wanted,
): Promise<Page<repository.AdminStoryRow>> {
  const after = decodeTimeCursor(cursor)
  const sought = query.trim() === '' ? undefined : await understand(db, query.trim())
  return pageOf(
    limit,
    (limit) => repository.listAdminStories(db, sought, { state, after, limit }),
    ({ updatedAt, id }) => encodeTimeCursor({ at: updatedAt, id }),
  )
}

async function understand(db: Db, query: string): Promise<repository.Sought> {
  const words = wordsOf(query)
  // One after the other: the embedded database has one session.
  const storyId = await findSlugHolder(db, slugInAddress(query))
  const authorIds = words.length > 0 ? await listUserIdsByName(db, words, authorsMost) : []
  return { words, authorIds, storyId }
}
