import { cache } from 'react'
import { productCategory } from '#contract/categories.ts'
import { type ContentPage, contents, type ListedContent, type SearchHit } from '#contract/contents.ts'
import { tags } from '#contract/tags.ts'
import { webEnv } from '#lib/env.ts'
import { noteTags } from '#lib/page-cache/render-context.ts'
import { type Answer, callPublic } from './client.ts'

type ListInput = { cursor?: string; limit?: number; include?: 'content' }

/** Whose stories a list shows. */
export type ListOf =
  | { kind: 'all' }
  | { kind: 'category'; category: string }
  | { kind: 'publication'; publication: string }
  | { kind: 'author'; uuid: string }

/** One page of a list, newest first. */
export async function listContents(of: ListOf, query: ListInput = {}): Promise<Answer<ListedContent[]>> {
  const answer = await askForList(of, query)
  noteTags(authorTags(answer.body))
  return answer
}

function askForList(of: ListOf, query: ListInput): Promise<Answer<ListedContent[]>> {
  switch (of.kind) {
    case 'all':
      return callPublic(contents.list, { query }, { dependsOn: [tags.all] })
    case 'category':
      return callPublic(
        contents.byCategory,
        { params: { category: of.category }, query },
        { dependsOn: [of.category === 'all' ? tags.all : tags.category(of.category)] },
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
 * A published story by its slug; shared by everything that makes one page.
 * @throws ApiFailure with status 404 where there is none.
 */
export const getArticle = cache(async (slug: string): Promise<ContentPage> => {
  const { body } = await callPublic(contents.bySlugOnly, { params: { slug } }, { dependsOn: [tags.content(slug)] })
  noteTags(body.next.map((story) => tags.content(story.slug)))
  noteTags(authorTags([body.post, ...body.next]))
  return body
})

/** Cards carry their authors' names and pictures: a changed profile changes them too. */
function authorTags(stories: readonly { author_uuid: string | null }[]): string[] {
  return stories.flatMap(({ author_uuid }) => (author_uuid ? [tags.profile(author_uuid)] : []))
}

/** How many stories are published. */
export async function countContents(): Promise<number> {
  const { body } = await callPublic(contents.count, {}, { dependsOn: [tags.all] })
  return body.count
}

export type SearchResult = { hits: SearchHit[]; nextCursor: string | undefined; corrected: string | undefined }

/** Ranked results; `corrected` is the query that was really looked for, where a word of it was mistyped. */
export async function searchContents(
  text: string,
  query: { cursor?: string; limit?: number } = {},
): Promise<SearchResult> {
  const answer = await callPublic(contents.search, { query: { content: text, ...query } }, { dependsOn: [] })
  const corrected = answer.headers.get('search-corrected')
  return {
    hits: answer.body,
    nextCursor: answer.nextCursor,
    corrected: corrected ? decodeURIComponent(corrected) : undefined,
  }
}

/** The slug of the product's own category. */
export function ownCategory(): string {
  return productCategory(webEnv().PRODUCT_NAME)
}
