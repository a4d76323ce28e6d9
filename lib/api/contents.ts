import { cache } from 'react'
import { allCategories, productCategory } from '#contract/categories.ts'
import { type ContentCard, type ContentPage, contents, type ListedContent, type SearchHit } from '#contract/contents.ts'
import { tags } from '#contract/tags.ts'
import { webEnv } from '#lib/env.ts'
import { noteTags } from '#lib/page-cache/render-context.ts'
import { cleanSegments, cleanStory } from './clean.ts'
import { type Answer, callPublic } from './client.ts'
import { ApiFailure } from './failure.ts'
import { logLeftOut } from './leave-out.ts'

// Every read of stories goes through here, a page's and the BFF's: only here it is said what an answer depends on.

type ListInput = { cursor?: string; limit?: number; include?: 'content' }

/** Whose stories a list shows. */
export type ListOf =
  | { kind: 'all' }
  | { kind: 'category'; category: string }
  | { kind: 'publication'; publication: string }
  | { kind: 'author'; uuid: string }

/** One page of a list, newest first. */
export async function listContents(of: ListOf, query: ListInput = {}): Promise<Answer<ListedContent[]>> {
  return cleanList(await askForList(of, query))
}

function askForList(of: ListOf, query: ListInput): Promise<Answer<ListedContent[]>> {
  switch (of.kind) {
    case 'all':
      return callPublic(contents.list, { query }, { dependsOn: [tags.all] })
    case 'category':
      return callPublic(
        contents.byCategory,
        { params: { category: of.category }, query },
        { dependsOn: [of.category === allCategories ? tags.all : tags.category(of.category)] },
      )
    case 'publication':
      return callPublic(
        contents.byPublication,
        { params: { publication: of.publication }, query },
        { dependsOn: [tags.publication(of.publication)] },
      )
    case 'author':
      return callPublic(
        contents.byAuthor,
        { params: { uuid: of.uuid }, query },
        { dependsOn: [tags.author(of.uuid), tags.profile(of.uuid)] },
      )
  }
}

/**
 * A published story by its slug or id, with what to read next.
 * @throws ApiFailure with status 404 where there is none.
 */
export async function readContent(slugOrId: string): Promise<Answer<ContentPage>> {
  const asked = { params: { slug: slugOrId } }
  const answer = await callPublic(contents.bySlugOnly, asked, { dependsOn: [tags.content(slugOrId)] })
  const post = cleanStory(answer.body.post)
  if (!post) throw new ApiFailure(503, 'invalid_answer', 'The product API answered a story without an address')
  const next = cleanStories(answer.body.next)
  noteTags([post, ...next].map((story) => tags.content(story.slug)))
  noteAuthors([post, ...next])
  return { ...answer, body: { ...post, post, next } }
}

/** As readContent; shared by everything that makes one page. */
export const getArticle = cache(async (slug: string): Promise<ContentPage> => (await readContent(slug)).body)

/** The published stories with these ids, comma-separated. */
export async function listManyContents(ids: string): Promise<Answer<ListedContent[]>> {
  const dependsOn = ids.split(',').map((id) => tags.content(id.trim()))
  return cleanList(await callPublic(contents.many, { params: { ids } }, { dependsOn }))
}

export function askForCount(): Promise<Answer<{ count: number }>> {
  return callPublic(contents.count, {}, { dependsOn: [tags.all] })
}

/** How many stories are published. */
export async function countContents(): Promise<number> {
  return (await askForCount()).body.count
}

/** Ranked results as they are answered; never kept, because anything can be asked. */
export async function askForSearch(query: {
  content?: string
  cursor?: string
  limit?: number
}): Promise<Answer<SearchHit[]>> {
  const answer = cleanList(await callPublic(contents.search, { query }, { dependsOn: [] }))
  return { ...answer, body: answer.body.map(cleanHit) }
}

function cleanHit(hit: SearchHit): SearchHit {
  if (!hit.highlights) return hit
  const { title, excerpt } = hit.highlights
  return { ...hit, highlights: { title: cleanSegments(title), excerpt: cleanSegments(excerpt) } }
}

export type SearchResult = { hits: SearchHit[]; nextCursor: string | undefined; corrected: string | undefined }

/** Ranked results; `corrected` is the query that was really looked for, where a word of it was mistyped. */
export async function searchContents(
  text: string,
  query: { cursor?: string; limit?: number } = {},
): Promise<SearchResult> {
  const answer = await askForSearch({ content: text, ...query })
  return { hits: answer.body, nextCursor: answer.nextCursor, corrected: correctedBy(answer.headers) }
}

function correctedBy(headers: Headers): string | undefined {
  try {
    return decodeURIComponent(headers.get('search-corrected') ?? '') || undefined
  } catch {
    return undefined
  }
}

function cleanList<T extends ContentCard>(answer: Answer<T[]>): Answer<T[]> {
  const body = cleanStories(answer.body)
  noteAuthors(body)
  return { ...answer, body }
}

function cleanStories<T extends ContentCard>(stories: T[]): T[] {
  return stories.flatMap((story) => {
    const clean = cleanStory(story)
    if (!clean) logLeftOut('a story', `its address is ${JSON.stringify(story.slug.slice(0, 200))}`)
    return clean ?? []
  })
}

/** Cards carry their authors' names, pictures and email addresses: a changed profile changes them too. */
function noteAuthors(stories: readonly ContentCard[]): void {
  noteTags(stories.flatMap(({ author_uuid }) => (author_uuid ? [tags.profile(author_uuid)] : [])))
}

/** The slug of the product's own category. */
export function ownCategory(): string {
  return productCategory(webEnv().PRODUCT_NAME)
}
