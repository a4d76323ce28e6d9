import type { z } from 'zod'
import { type Bookmark, bookmarks } from '#contract/bookmarks.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { publications } from '#contract/publications.ts'
import { sends } from '#contract/sends.ts'
import { type ListedStory, stories } from '#contract/stories.ts'
import { type Draft, storyWriting, WorkingCopy } from '#contract/story-writing.ts'
import { KnownSummary, textProcessing } from '#contract/text-processing.ts'
import { users } from '#contract/users.ts'
import { sanitiseStory } from '#story-html/sanitise.ts'
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
import { logDropped } from './log.ts'

type Cleaner<E extends Endpoint> = (body: z.output<E['response']>) => z.output<E['response']>

const cleanStories = cleanEach<ListedStory>(cleanStory)

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
 * The parts of an answer that are safe to show: another product API may be in use.
 * @throws ApiFailure `invalid_answer` for a single thing without an address of its own; of a list it is left out.
 */
export function cleanAnswer<E extends Endpoint>(endpoint: E, body: z.output<E['response']>): z.output<E['response']> {
  const clean = cleaners.get(endpoint) as Cleaner<E> | undefined
  return clean ? clean(body) : body
}

/**
 * Cleans the `current` of a refusal (409): the story of a stale edit as it is now, which the editor puts into its page,
 * or the summary that a book has already; undefined if it is neither.
 */
export function cleanCurrent(current: unknown): WorkingCopy | KnownSummary | undefined {
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

function cleaning<E extends Endpoint>(endpoint: E, clean: Cleaner<E>): [Endpoint, (body: never) => unknown] {
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
