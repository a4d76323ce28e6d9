import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import { isId } from '#platform/db/id.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import { notFound } from '#platform/problem.ts'
import { listByIds } from '#stories/list-stories.ts'
import type { MailedStory } from '#stories/newsletter-stories.ts'
import { describeSend } from '../audience/describe-send.ts'
import { type ArchivedEdition, findArchived, listArchived } from './archive-repository.ts'

/** An email that was sent, with those of its stories that are public today. */
export type ReadEdition = { edition: ArchivedEdition; about: string; subject: string; stories: MailedStory[] }

export async function listArchive(
  ctx: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<ReadEdition>> {
  ctx.shows([tags.newsletters])
  const after = decodeTimeCursor(cursor)
  const { rows, nextCursor } = await pageOf(
    limit,
    (limit) => listArchived(ctx.db, { after, limit }),
    ({ sentAt, sendId }) => encodeTimeCursor({ at: sentAt, id: sendId }),
  )
  // A list names an email by its first stories.
  const read = await readStories(ctx, rows, 3)
  return { rows: read.filter(({ stories }) => stories.length > 0), nextCursor }
}

/** @throws Problem `not_found`, also if none of its stories is public any more. */
export async function readEdition(ctx: Context, editionId: string): Promise<ReadEdition> {
  ctx.shows([tags.newsletters])
  const edition = isId(editionId) ? await findArchived(ctx.db, editionId) : undefined
  const [read] = edition ? await readStories(ctx, [edition]) : []
  if (!read || read.stories.length === 0) throw notFound('newsletter')
  return read
}

/** With the first stories of each, all of them by one query. */
async function readStories(ctx: Context, editions: readonly ArchivedEdition[], most?: number): Promise<ReadEdition[]> {
  const ids = [...new Set(editions.flatMap(({ stories }) => stories.slice(0, most)))]
  ctx.shows(ids.map(tags.content))
  const byId = new Map((await listByIds(ctx, ids)).map((story) => [story.id, story]))
  return editions.map((edition) => {
    const stories = edition.stories.slice(0, most).flatMap((id) => byId.get(id) ?? [])
    const { about, title } = describeSend(edition, ctx.productName, stories[0]?.title)
    return { edition, about, subject: edition.kind === 'story' ? title : subjectOf(title, stories), stories }
  })
}

function subjectOf(title: string, [first]: MailedStory[]): string {
  return first ? `${title}: ${first.title}` : title
}
