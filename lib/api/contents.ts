import { cache } from 'react'
import { productCategory } from '#contract/categories.ts'
import { type ListedStory, type SearchHit, type StoryPage, stories } from '#contract/stories.ts'
import { webEnv } from '#lib/env.ts'
import { type CallAs, call, callPublic } from './client.ts'
import type { Answer } from './read-answer.ts'

type ListInput = { cursor?: string | undefined; limit?: number; include?: 'content' }

/** Whose stories a list shows. */
export type ListOf =
  | { kind: 'all' }
  | { kind: 'category'; category: string }
  | { kind: 'publication'; publication: string }
  | { kind: 'author'; uuid: string }

/** One page of a list, newest first. */
export function listContents(of: ListOf, query: ListInput = {}): Promise<Answer<ListedStory[]>> {
  switch (of.kind) {
    case 'all':
      return callPublic(stories.list, { query })
    case 'category':
      return callPublic(stories.byCategory, { params: { category: of.category }, query })
    case 'publication':
      return callPublic(stories.byPublication, { params: { publication: of.publication }, query })
    case 'author':
      return callPublic(stories.byAuthor, { params: { uuid: of.uuid }, query })
  }
}

/**
 * A published story by its slug or id, with what to read next; shared by everything that makes one page.
 * @throws ApiFailure with status 404 if there is none.
 */
export const getArticle = cache(async (slug: string): Promise<StoryPage> => {
  const { body } = await callPublic(stories.bySlugOnly, { params: { slug } })
  return body
})

/**
 * A story as one person may see it: a draft too, and a deleted one for administrators. Never kept.
 * @throws ApiFailure with status 404 if there is none for this person.
 */
export const getArticleAs = cache(async (slug: string, as: CallAs): Promise<StoryPage> => {
  const { body } = await call(stories.bySlugOnly, { params: { slug } }, as)
  return body
})

/** How many stories are published. */
export async function countContents(): Promise<number> {
  const { body } = await callPublic(stories.count, {})
  return body.count
}

export type SearchResult = { hits: SearchHit[]; nextCursor: string | undefined; corrected: string | undefined }

/** Ranked results; `corrected` is the query that was really used, if a word of it was mistyped. */
export async function searchContents(
  text: string,
  query: { cursor?: string | undefined; limit?: number } = {},
): Promise<SearchResult> {
  const { body, nextCursor, headers } = await callPublic(stories.search, { query: { content: text, ...query } })
  return { hits: body, nextCursor, corrected: correctedBy(headers) }
}

function correctedBy(headers: Headers): string | undefined {
  try {
    return decodeURIComponent(headers.get('search-corrected') ?? '') || undefined
  } catch {
    return undefined
  }
}

/** The slug of the product's own category. */
export function ownCategory(): string {
  return productCategory(webEnv().PRODUCT_NAME)
}
