import pino, { type Logger } from 'pino'
import type { z } from 'zod'
import { type Bookmark, bookmarks } from '#contract/bookmarks.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { publications } from '#contract/publications.ts'
import { sends } from '#contract/sends.ts'
import { type ListedStory, stories } from '#contract/stories.ts'
import { type Draft, storyWriting, WorkingCopy } from '#contract/story-writing.ts'
import { cacheTagHeader, readTagHeader } from '#contract/tags.ts'
import { KnownSummary, textProcessing } from '#contract/text-processing.ts'
import { users } from '#contract/users.ts'
import { webEnv } from '#lib/env.ts'
import { sanitiseStory } from '#story-html/sanitise.ts'
import type { HttpAnswer } from './ask-over-http.ts'
import {
  cleanEdition,
  cleanHit,
  cleanProfile,
  cleanPublication,
  cleanStory,
  isSegment,
  line,
} from './clean-resource.ts'
import { ApiFailure } from './failure.ts'

const faultsLogged = 5
let log: Logger | undefined

/** An answer with its headers: the cursor of the next page, its tags, the corrected query, the new address if moved. */
export type Answer<T> = {
  body: T
  nextCursor: string | undefined
  /** From what it was made, or what a write changed. */
  tags: readonly string[]
  headers: Headers
  finalPath: string
}

/** Faults of the product API, for operators: a caller gets a sentence, the cause is only in this log. */
export function apiLog(): Logger {
  log ??= pino({ level: webEnv().LOG_LEVEL, base: { process: 'web' } })
  return log
}

/** Logs that a part of an answer is not shown. */
function logDropped(what: string, why: unknown): void {
  apiLog().warn({ what, why }, 'the product API answered something that cannot be shown: it is left out')
}

/**
 * Reads the answer to a call. Our own product API has parsed it already, another one's is parsed here (decision 039); what
 * a page can't show is left out of both.
 * @throws ApiFailure for every answer that is not a success, or not what the contract says.
 */
export async function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: HttpAnswer,
): Promise<Answer<z.output<E['response']>>> {
  if (!response.ok) throw await failureOf(response)
  const body: unknown = await response.json().catch(() => undefined)
  const isParsed = webEnv().PRODUCT_API_IS_OWN && body !== undefined
  const found = isParsed ? body : parsed(endpoint, body)
  const clean = cleaners.get(endpoint) as ((body: unknown) => unknown) | undefined
  return {
    body: (clean ? clean(found) : found) as z.output<E['response']>,
    tags: tagsOf(response) ?? [],
    nextCursor: nextCursor(response.headers.get('link')),
    headers: response.headers,
    finalPath: new URL(response.url).pathname,
  }
}

function parsed(endpoint: Endpoint, body: unknown): unknown {
  const whole = endpoint.response.safeParse(body)
  if (whole.success) return whole.data
  const why = whole.error.issues.slice(0, faultsLogged)
  // One story that cannot be read must not take a whole list with it.
  const rest = endpoint.response.safeParse(withoutInvalidItems(body, whole.error.issues))
  if (rest.success) {
    logDropped(endpoint.path, why)
    return rest.data
  }
  apiLog().warn({ call: endpoint.call, why }, 'the product API answered against its contract')
  throw new ApiFailure(503, 'invalid_answer', 'The product API answered something else than its contract says', {
    cause: whole.error,
  })
}

/**
 * The answer without the list items that these faults are in; undefined if a fault lies outside of any list. `body` is
 * changed.
 */
function withoutInvalidItems(body: unknown, faults: readonly z.core.$ZodIssue[]): unknown {
  const items = new Map<unknown[], Set<number>>()
  for (const { path } of faults) {
    const place = path.findIndex((step) => typeof step === 'number')
    const list = path.slice(0, place).reduce<unknown>((within, step) => Reflect.get(Object(within), step), body)
    if (place < 0 || !Array.isArray(list)) return undefined
    items.set(list, (items.get(list) ?? new Set()).add(Number(path[place])))
  }
  for (const [list, invalid] of items) {
    const valid = list.filter((_, index) => !invalid.has(index))
    list.splice(0, list.length, ...valid)
  }
  return body
}

/** The refusal that an answer carries. */
export async function failureOf(response: HttpAnswer): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message, fields, current } = Object(body) as Record<string, unknown>
  const seconds = Number(response.headers.get('retry-after'))
  return new ApiFailure(
    response.status,
    typeof code === 'string' || typeof code === 'number' ? code : 'unknown',
    typeof message === 'string' ? message : `Server responded with status: ${response.status}`,
    { retryAfterSeconds: seconds > 0 ? seconds : undefined, fields: sentences(fields), current: cleanCurrent(current) },
  )
}

/** The cache tags of an answer; undefined if the product API sends none. */
export function tagsOf({ headers }: HttpAnswer): string[] | undefined {
  return readTagHeader(headers.get(cacheTagHeader))
}

function sentences(fields: unknown): Record<string, string> | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined
  return Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, String(sentence)]))
}

function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1]
  return target ? (new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined) : undefined
}

const cleanStories = cleanEach<ListedStory>(cleanStory)

/** The calls whose answers are cleaned: of a list, what has no address of its own is left out; alone, it is refused. */
const cleaners = new Map<Endpoint, (body: never) => unknown>([
  cleaning(stories.list, cleanStories),
  cleaning(stories.byCategory, cleanStories),
  cleaning(stories.byPublication, cleanStories),
  cleaning(stories.byAuthor, cleanStories),
  cleaning(stories.many, cleanStories),
  cleaning(stories.search, cleanEach(cleanHit)),
  cleaning(stories.bySlug, cleanStoryPage),
  cleaning(stories.bySlugOnly, cleanStoryPage),
  cleaning(storyWriting.workingCopy, cleanText),
  cleaning(storyWriting.revision, cleanText),
  cleaning(storyWriting.drafts, cleanEach<Draft>(cleanStory)),
  cleaning(bookmarks.ofUser, cleanEach<Bookmark>(cleanStory)),
  cleaning(publications.ofUser, cleanEach(cleanPublication)),
  cleaning(publications.list, cleanEach(cleanPublication)),
  cleaning(publications.byName, (publication) => orRefuse(cleanPublication(publication))),
  cleaning(sends.archive, (editions) => editions.flatMap((edition) => cleanEdition(edition) ?? [])),
  cleaning(sends.edition, (edition) => orRefuse(cleanEdition(edition))),
  cleaning(users.profile, cleanProfile),
  cleaning(textProcessing.process, sanitiseStory),
])

/**
 * Cleans the `current` of a refusal (409): the story of a stale edit as it is now, which the editor puts into its page,
 * or the summary that a book has already; undefined if it is neither.
 */
function cleanCurrent(current: unknown): WorkingCopy | KnownSummary | undefined {
  const story = WorkingCopy.safeParse(current)
  if (story.success) return cleanText(story.data)
  const summary = KnownSummary.safeParse(current)
  if (!summary.success || !isSegment(summary.data.slug)) return undefined
  return { ...summary.data, title: line(summary.data.title, 300) }
}

/** A text that an editor opens is put into its page. */
function cleanText<T extends { content: string }>(text: T): T {
  return { ...text, content: sanitiseStory(text.content) }
}

function cleaning<E extends Endpoint>(
  endpoint: E,
  clean: (body: z.output<E['response']>) => z.output<E['response']>,
): [Endpoint, (body: never) => unknown] {
  return [endpoint, clean]
}

function cleanEach<T extends { slug: string }>(clean: (thing: T) => T | undefined): (things: T[]) => T[] {
  return (things) =>
    things.flatMap((thing) => {
      const cleaned = clean(thing)
      if (!cleaned) logDropped('a thing of a list', `its address is ${JSON.stringify(thing.slug.slice(0, 200))}`)
      return cleaned ?? []
    })
}

function cleanStoryPage(page: z.output<typeof stories.bySlug.response>): z.output<typeof stories.bySlug.response> {
  const post = orRefuse(cleanStory(page.post))
  return { ...post, post, next: cleanEach(cleanStory)(page.next), by_author: cleanEach(cleanStory)(page.by_author) }
}

function orRefuse<T>(thing: T | undefined): T {
  if (thing) return thing
  throw new ApiFailure(503, 'invalid_answer', 'The product API answered something without an address')
}
