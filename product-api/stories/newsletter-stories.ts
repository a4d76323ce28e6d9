import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { notFound } from '#platform/problem.ts'
import type { CardRow } from './display/card-columns.ts'
import * as repository from './display/repository.ts'
import { loadStory } from './load-story.ts'

export { findReplyAddress, findTextToMail, type TextToMail } from './display/repository.ts'

/** A story as a newsletter shows it. */
export type MailedStory = CardRow

/** Lists stories for a list's subscribers that were published after `since`, newest first. */
export function listNewsSince(
  db: Db,
  filter: Pick<repository.ListFilter, 'category'>,
  { since, limit }: { since: Date; limit: number },
): Promise<MailedStory[]> {
  return repository.listPublished(db, { ...filter, isNewsSince: since }, { limit })
}

/** The fields that determine which subscribers a story is new to. */
export type NewsItem = Pick<MailedStory, 'id' | 'category' | 'authorId' | 'publicationId'> & {
  publishedAt: Date
  /** Else only followers of its author or its publication get it. */
  goesToSubscribers: boolean
}

/** Lists everything that was published after `since`, newest first, without the texts. */
export function listNewsItems(db: Db, { since, limit }: { since: Date; limit: number }): Promise<NewsItem[]> {
  return repository.listNewsItems(db, { since, limit })
}

/** In the order of the ids. Omits deleted and unpublished stories, and those of suspended authors. */
export async function listMailable(db: Db, ids: readonly string[]): Promise<MailedStory[]> {
  if (ids.length === 0) return []
  const rows = await repository.listPublishedByIds(db, [...ids], true)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * A story as the email about it would have it now: a public one as readers see it, or a draft.
 * @throws Problem `not_found`, also for somebody else's draft, or `forbidden`.
 */
export async function readStoryToMail(
  ctx: SignedInContext,
  idOrSlug: string,
): Promise<{ story: MailedStory; text: repository.TextToMail }> {
  const refusal = 'Only its author and administrators see the email about a story.'
  const { story: text } = await loadStory(ctx, idOrSlug, refusal)
  const story = await repository.findPage(ctx.db, text.id)
  if (!story) throw notFound('story')
  return { story, text }
}
