import { allCategories } from '#contract/categories.ts'
import { listLimit } from '#contract/stories.ts'
import { tags } from '#contract/tags.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import { readCount } from '#platform/db/counters.ts'
import { isId } from '#platform/db/id.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import { invalidField, notFound, Problem } from '#platform/problem.ts'
import type { CardRow, DraftRow, PageRow } from './display/card-columns.ts'
import { findPageEnd, pageEndNeighbours } from './display/paging.ts'
import * as repository from './display/repository.ts'
import { canEdit, canSee, findId } from './load-story.ts'
import { findPublication } from './publications.ts'

// For other rooms.
export { findTextToRead } from './display/repository.ts'

type ListInput = {
  cursor?: string | undefined
  limit: number
  include?: 'content' | undefined
  ends?: 'steady' | undefined
}
export type ListPage = { rows: CardRow[]; nextCursor: string | undefined }
/** A story, what to read next, and what else its author wrote. */
export type StoryWithMore = { story: PageRow; next: CardRow[]; byAuthor: CardRow[] }

const nextMost = 2
const byAuthorMost = 2
const idsMost = 100

export function listAll(ctx: Context, page: ListInput): Promise<ListPage> {
  ctx.shows([tags.all])
  return list(ctx, {}, page)
}

export function listByCategory(ctx: Context, category: string, page: ListInput): Promise<ListPage> {
  if (category === allCategories) return listAll(ctx, page)
  ctx.shows([tags.category(category)])
  return list(ctx, { category }, page)
}

/** Finds the publication by slug or name; an unknown one has no stories. */
export async function listByPublication(ctx: Context, slugOrName: string, page: ListInput): Promise<ListPage> {
  const publication = await findPublication(ctx, slugOrName)
  ctx.shows([slugOrName, publication?.slug ?? slugOrName].map(tags.publication))
  if (!publication) return { rows: [], nextCursor: undefined }
  return list(ctx, { publicationId: publication.id }, page)
}

export async function listByAuthor(ctx: Context, authorId: string, page: ListInput): Promise<ListPage> {
  ctx.shows([tags.author(authorId), tags.profile(authorId)])
  if (!isId(authorId)) return { rows: [], nextCursor: undefined }
  return list(ctx, { authorId }, page)
}

/** In the order asked for; what is unknown or not published is left out. */
export async function listMany(ctx: Context, commaSeparatedIds: string): Promise<CardRow[]> {
  const ids = commaSeparatedIds.split(',').map((id) => id.trim().toLowerCase())
  if (ids.length > idsMost) throw invalidField('ids', `Please ask for at most ${idsMost} ids.`)
  if (!ids.every(isId)) throw invalidField('ids', 'Please send ids with commas between them.')
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

/**
 * A story by its slug or id with what to read next, or its present slug if it was renamed.
 * @throws Problem `not_found`, also for a draft that is not the caller's, and for a deleted one unless an administrator
 * asks.
 */
export async function readStory(ctx: Context, slugOrId: string): Promise<StoryWithMore | { movedTo: string }> {
  ctx.shows([tags.content(slugOrId)])
  const story = await repository.findPage(ctx.db, slugOrId)
  if (story && canSee(ctx.actor, story)) {
    const { next, byAuthor } = await listMore(ctx, story)
    const shown = [story, ...next, ...byAuthor]
    ctx.shows([...shown.map(({ slug }) => tags.content(slug)), ...cardTags(shown)])
    return { story, next, byAuthor }
  }
  const moved = story ? undefined : await repository.findBySlugOfBefore(ctx.db, slugOrId)
  if (moved && canSee(ctx.actor, moved)) {
    ctx.shows([tags.content(moved.slug)])
    return { movedTo: moved.slug }
  }
  throw notFound('story')
}

/** The id of a published story by its id or a slug that it has or had. */
export async function findPublishedStory(ctx: Context, idOrSlug: string): Promise<string | undefined> {
  const id = await findId(ctx.db, idOrSlug)
  const [story] = id ? await listByIds(ctx, [id]) : []
  return story?.id
}

export function countStories(ctx: Context): Promise<number> {
  ctx.shows([tags.all])
  return readCount(ctx.db, 'published_stories')
}

async function list(ctx: Context, filter: repository.ListFilter, page: ListInput): Promise<ListPage> {
  const { cursor, limit, include, ends } = page
  const withContent = include === 'content'
  const most = withContent ? Math.min(limit, listLimit.mostWithContent) : limit
  const after = decodeTimeCursor(cursor)
  // One more than asked for: its presence says whether there is a next page.
  const further = ends ? pageEndNeighbours : 1
  const found = await repository.listPublished(ctx.db, filter, { after, limit: most + further, withContent })
  const count = ends ? findPageEnd(found, { limit: most, isFirst: !after }) : most
  const rows = found.slice(0, count)
  ctx.shows(cardTags(rows))
  const last = found.length > count ? rows.at(-1) : undefined
  return {
    rows,
    nextCursor: last?.publishedAt ? encodeTimeCursor({ at: last.publishedAt, id: last.id }) : undefined,
  }
}

/** Stories to read next, of the same category, and others by the author; none twice. */
async function listMore(ctx: Context, story: PageRow): Promise<Pick<StoryWithMore, 'next' | 'byAuthor'>> {
  const { category, authorId } = story
  const [inCategory, byItsAuthor] = await Promise.all([
    listOlder(ctx, story, { category }, nextMost),
    authorId ? listOlder(ctx, story, { authorId }, byAuthorMost + nextMost) : [],
  ])
  const ofCategory = { filter: { category }, listTag: tags.category(category), most: nextMost }
  const next = await topUp(ctx, inCategory, { ...ofCategory, without: [story] })
  if (!authorId) return { next, byAuthor: [] }
  const ofAuthor = { filter: { authorId }, listTag: tags.author(authorId), most: byAuthorMost }
  return { next, byAuthor: await topUp(ctx, byItsAuthor, { ...ofAuthor, without: [story, ...next] }) }
}

async function listOlder(
  ctx: Context,
  { id, publishedAt }: PageRow,
  filter: repository.ListFilter,
  limit: number,
): Promise<CardRow[]> {
  return publishedAt ? repository.listPublished(ctx.db, filter, { after: { at: publishedAt, id }, limit }) : []
}

type Further = { filter: repository.ListFilter; most: number; without: { id: string }[]; listTag: string }

/**
 * A few older stories of a list, topped up with its newest, so that every story leads somewhere. `listTag` says what
 * changes with the newest.
 */
async function topUp(ctx: Context, older: CardRow[], { filter, most, without, listTag }: Further): Promise<CardRow[]> {
  const found = leaveOut(older, without).slice(0, most)
  if (found.length === most) return found
  // Only here a newer story of the list changes what is shown.
  ctx.shows([listTag])
  const newest = await repository.listPublished(ctx.db, filter, { limit: most + without.length + found.length })
  return [...found, ...leaveOut(newest, [...without, ...found])].slice(0, most)
}

function leaveOut(rows: CardRow[], without: readonly { id: string }[]): CardRow[] {
  const ids = new Set(without.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}

/** Cards carry their authors' names, pictures and email addresses, and their publications' names: a change of those changes them too. */
function cardTags(rows: readonly CardRow[]): string[] {
  return rows.flatMap(({ authorId, publicationSlug }) => [
    ...(authorId ? [tags.profile(authorId)] : []),
    ...(publicationSlug ? [tags.publicationName(publicationSlug)] : []),
  ])
}

/** The last written first. @throws Problem `not_found` for someone else's, unless an administrator asks. */
export async function listDrafts(
  ctx: SignedInContext,
  authorId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<DraftRow>> {
  if (!isId(authorId) || !canEdit(ctx.actor, { authorId: authorId.toLowerCase() })) {
    throw new Problem('not_found', { detail: 'We can’t find these drafts.' })
  }
  const after = decodeTimeCursor(cursor)
  return pageOf(
    limit,
    (limit) => repository.listDrafts(ctx.db, authorId, { after, limit }),
    ({ updatedAt, id }) => encodeTimeCursor({ at: updatedAt, id }),
  )
}
