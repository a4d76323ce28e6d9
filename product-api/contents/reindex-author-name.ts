import type { Context } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { indexStory } from '../search-index/service.ts'
import { findNameOf } from '../users/service.ts'
import { publicSide } from './record-story-change.ts'
import { findContentForUpdate } from './write-repository.ts'

/**
 * Lets a story be found by its author's present name; `from`: what it was found by if the index does not know. One that
 * has its own author's name stays.
 */
export function reindexAuthorName(ctx: Context, id: string, from: string): Promise<void> {
  return transaction(ctx.db, async (tx) => {
    const story = await findContentForUpdate(tx, id)
    if (!story || story.authorName !== null) return
    const name = await findNameOf(tx, story.authorId)
    await indexStory(tx, publicSide(story, from)?.document, publicSide(story, name)?.document)
  })
}
