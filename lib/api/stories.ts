import type { ListedStory, SearchHit, StoryPage } from '#contract/stories.ts'
import { read } from './read.ts'
import type { Answer } from './read-answer.ts'

type ListInput = { cursor?: string | undefined; limit?: number; include?: 'content' }

/** The list that stories are taken from. */
export type ListOf =
  | { kind: 'all' }
  | { kind: 'category'; category: string }
  | { kind: 'publication'; publication: string }
  | { kind: 'author'; uuid: string }

/** One page of a list, newest first. */
export function listStories(of: ListOf, query: ListInput = {}): Promise<Answer<ListedStory[]>> {
  switch (of.kind) {
    case 'all':
      return read('GET /contents', { query })
    case 'category':
      return read('GET /contents/category/:category', { params: { category: of.category }, query })
    case 'publication':
      return read('GET /contents/publication/:publication', { params: { publication: of.publication }, query })
    case 'author':
      return read('GET /contents/author/:uuid', { params: { uuid: of.uuid }, query })
  }
}

/**
 * A published story by its slug or id, with what to read next.
 * @throws ApiFailure with status 404 if there is none.
 */
export async function getStory(slug: string): Promise<StoryPage> {
  return (await read('GET /contents/slug/:slug', { params: { slug } })).body
}

export type SearchResult = {
  hits: SearchHit[]
  nextCursor: string | undefined
  corrected: string | undefined
  isTooCommon: boolean
}

/** Ranked results; `corrected` is the query that was really used, if a word of it was mistyped. */
export async function searchStories(
  text: string,
  query: { cursor?: string | undefined; limit?: number } = {},
): Promise<SearchResult> {
  const { body, nextCursor, headers } = await read('GET /contents/search', { query: { content: text, ...query } })
  return { hits: body, nextCursor, corrected: correctedBy(headers), isTooCommon: headers.has('search-too-common') }
}

function correctedBy(headers: Headers): string | undefined {
  try {
    return decodeURIComponent(headers.get('search-corrected') ?? '') || undefined
  } catch {
    return undefined
  }
}
