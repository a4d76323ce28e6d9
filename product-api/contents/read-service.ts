import { allCategories } from '#contract/categories.ts'
import { listLimit } from '#contract/contents.ts'
import { tags } from '#contract/tags.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { isId } from '../db/id.ts'
import { Problem } from '../problem.ts'
import { findPublication } from '../publications/service.ts'
import type { CardRow, PageRow } from './card-columns.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { canSee } from './policy.ts'
import * as repository from './repository.ts'

type Page = { cursor?: string | undefined; limit: number; include?: 'content' | undefined }
export type ListPage = { rows: CardRow[]; nextCursor: string | undefined }

const nextStories = 3
const idsMost = 100
const beginningMost = 12_000

export function listAll(ctx: Context, page: Page): Promise<ListPage> {
  ctx.shows([tags.all])
  return list(ctx, {}, page)
}

export function listByCategory(ctx: Context, category: string, page: Page): Promise<ListPage> {
  if (category === allCategories) return listAll(ctx, page)
  ctx.shows([tags.category(category)])
  return list(ctx, { category }, page)
}

/** By the publication's slug or name; an unknown one has no stories. */
export async function listByPublication(ctx: Context, slugOrName: string, page: Page): Promise<ListPage> {
  const publication = await findPublication(ctx, slugOrName)
  ctx.shows([slugOrName, publication?.slug ?? slugOrName].map(tags.publication))
  if (!publication) return { rows: [], nextCursor: undefined }
  return list(ctx, { publicationId: publication.id }, page)
}

export async function listByAuthor(ctx: Context, authorId: string, page: Page): Promise<ListPage> {
  ctx.shows([tags.author(authorId), tags.profile(authorId)])
  if (!isId(authorId)) return { rows: [], nextCursor: undefined }
  return list(ctx, { authorId }, page)
}

/** In the order asked for; what is unknown or not published is left out. */
export async function listMany(ctx: Context, commaSeparatedIds: string): Promise<CardRow[]> {
  const ids = commaSeparatedIds.split(',').map((id) => id.trim().toLowerCase())
  const fault = ids.length > idsMost ? `At most ${idsMost} ids` : ids.every(isId) ? undefined : 'Not a list of ids'
  if (fault) throw new Problem('bad_request', { detail: fault, fields: { ids: fault } })
  ctx.shows(ids.map(tags.content))
  return listByIds(ctx, [...new Set(ids)])
}

/** In the order of the ids; what is unknown or not published is left out. */
export async function listByIds(ctx: Context, ids: string[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const rows = await repository.listPublishedByIds(ctx.db, ids)
  ctx.shows(cardTags(rows))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** How the texts of these stories begin, by id: enough of each to find a passage in. */
export async function listBeginnings(ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await repository.listTextBeginnings(ctx.db, ids, beginningMost)
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/**
 * A story by its slug or id with what to read next, or the slug it has now where it was renamed.
 * @throws Problem `not_found`, also for a draft that is not the caller's, and for a deleted one unless an administrator asks.
 */
export async function readStory(
  ctx: Context,
  slugOrId: string,
): Promise<{ story: PageRow; next: CardRow[] } | { movedTo: string }> {
  ctx.shows([tags.content(slugOrId)])
  const story = isId(slugOrId)
    ? await repository.findPage(ctx.db, { id: slugOrId })
    : await repository.findPage(ctx.db, { slug: slugOrId })
  if (story && canSee(ctx.actor, story)) {
    const next = await listNext(ctx, story)
    const shown = [story, ...next]
    ctx.shows([...shown.map(({ slug }) => tags.content(slug)), ...cardTags(shown)])
    return { story, next }
  }
  const moved = story ? undefined : await repository.findBySlugOfBefore(ctx.db, slugOrId)
  if (moved && canSee(ctx.actor, moved)) {
    ctx.shows([tags.content(moved.slug)])
    return { movedTo: moved.slug }
  }
  throw new Problem('not_found', { detail: 'There is no such story' })
}

/** What somebody who reads a story aloud has to say; nothing where it is not public. `slugOrId`: of a slug that it has now. */
export async function findTextToRead(db: Db, slugOrId: string): Promise<repository.TextToRead | undefined> {
  return repository.findTextToRead(db, isId(slugOrId) ? { id: slugOrId } : { slug: slugOrId })
}

export function countStories(ctx: Context): Promise<number> {
  ctx.shows([tags.all])
  return repository.countPublished(ctx.db)
}

async function list(ctx: Context, filter: repository.ListFilter, { cursor, limit, include }: Page): Promise<ListPage> {
  const withContent = include === 'content'
  const most = withContent ? Math.min(limit, listLimit.mostWithContent) : limit
  const after = cursor ? decodeCursor(cursor) : undefined
  // One more than asked for: whether it is there says whether there is a next page.
  const rows = await repository.listPublished(ctx.db, filter, { after, limit: most + 1, withContent })
  ctx.shows(cardTags(rows.slice(0, most)))
  const last = rows.length > most ? rows[most - 1] : undefined
  return {
    rows: rows.slice(0, most),
    nextCursor: last?.publishedAt ? encodeCursor({ publishedAt: last.publishedAt, id: last.id }) : undefined,
  }
}

/** Three older stories of the category, topped up with the newest of it, so that every story leads somewhere. */
async function listNext(ctx: Context, story: PageRow): Promise<CardRow[]> {
  const { category, publishedAt, id } = story
  const older = publishedAt
    ? await repository.listOlderOfCategory(ctx.db, { category, publishedAt, id }, nextStories)
    : []
  if (older.length === nextStories) return older
  // Only here a newer story of the category changes what is shown.
  ctx.shows([tags.category(category)])
  const newest = await repository.listPublished(ctx.db, { category }, { limit: nextStories + older.length + 1 })
  const known = new Set([id, ...older.map((row) => row.id)])
  return [...older, ...newest.filter((row) => !known.has(row.id))].slice(0, nextStories)
}

/** Cards carry their authors' names, pictures and email addresses, and their publications' names: a change of those changes them too. */
function cardTags(rows: readonly CardRow[]): string[] {
  return rows.flatMap(({ authorId, publicationSlug }) => [
    ...(authorId ? [tags.profile(authorId)] : []),
    ...(publicationSlug ? [tags.publicationName(publicationSlug)] : []),
  ])
}
