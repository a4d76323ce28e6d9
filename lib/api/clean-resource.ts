import { parseAudioAddress } from '#contract/audio-address.ts'
import type { Edition } from '#contract/edition.ts'
import { isImageAddress } from '#contract/image-address.ts'
import type { Publication } from '#contract/publications.ts'
import type { Narration, SearchHit, Segment, Story, StoryCard } from '#contract/stories.ts'
import {
  type FieldKind,
  type JsonName,
  type StoryJsonText,
  storyFieldNames,
  storyFields,
} from '#contract/story-fields.ts'
import { TextEvent } from '#contract/text-processing.ts'
import type { Profile } from '#contract/users.ts'
import { truncate } from '#story-html/excerpt.ts'
import { htmlFault } from '#story-html/html-tree.ts'
import { plainLine, withoutUnshowable } from '#story-html/plain-text.ts'
import { sanitiseStory, unshownStory } from '#story-html/sanitise.ts'

// The trust boundary: another product API may be in use, and an older one may have kept what today's would refuse. The
// addresses of pictures are checked as the answer is read (`StoredImage`).

const most = { title: 300, name: 150, line: 600, text: 2_000, email: 254, address: 2_048 }
const id = /^[\w-]{1,64}$/
const pathSegment = /^[^\s/\\?#%<>"\p{Cc}\p{Cs}]{1,200}$/u
const email = /^[^\s<>"@]+@[^\s<>"@]+$/
const years = { first: Date.parse('0001-01-01'), last: Date.UTC(9999, 11, 31) }

type WholeOnly = Exclude<keyof Story, keyof StoryCard>
type SomeStory = StoryCard & { [field in WholeOnly]?: Story[field] | undefined }

/** A story without anything that cannot be shown; undefined if it has no address of its own. */
export function cleanStory<T extends SomeStory>(story: T): T | undefined {
  if (!id.test(story._id) || !isSegment(story.slug)) return undefined
  const publication = cleanLine(story.publication, most.name)
  const hasPublication = publication && isSegment(story.publication_slug)
  return {
    ...story,
    id: story._id,
    ...cleanText(story),
    // A draft may have none yet; its editor must not be given one.
    title: line(story.title, most.title) || (story.isDraft ? '' : 'Untitled'),
    author: line(story.author, most.name),
    author_name: line(story.author_name, most.name),
    author_email: showableEmail(story.author_email),
    author_uuid: showableId(story.author_uuid),
    publication: hasPublication ? publication : null,
    publication_slug: hasPublication ? story.publication_slug : null,
    userId: showableId(story.userId),
    excerpt: line(story.excerpt, most.text),
    word_count: Math.max(0, story.word_count),
    reading_minutes: Math.max(1, story.reading_minutes),
    published_at: showableDate(story.published_at),
    updated_at: showableDate(story.updated_at),
    ...(story.author_bio !== undefined && { author_bio: showableText(story.author_bio) }),
    ...(story.publish_at !== undefined && { publish_at: showableDate(story.publish_at) }),
    ...(story.deleted_at !== undefined && { deleted_at: showableDate(story.deleted_at) }),
    ...(story.narration !== undefined && { narration: ownNarration(story.narration) }),
  }
}

/** How a field of each kind is cleaned; `most`: in characters. */
const clean = {
  title: line,
  line,
  optionalLine: cleanLine,
  html: cleanBody,
  category: line,
  picture: (address) => address || null,
  webAddress,
} satisfies Record<FieldKind, (text: string, most: number) => string | null>

/** The fields that an answer has, cut where they are half as long again as ours may be. */
function cleanText(story: { [Name in JsonName]?: string | null | undefined }): Partial<StoryJsonText> {
  const given = storyFieldNames.map((field) => storyFields[field]).filter(({ wire }) => story[wire] !== undefined)
  return Object.fromEntries(given.map(({ wire, kind, most }) => [wire, clean[kind](story[wire] ?? '', most * 1.5)]))
}

/** Sound of this site alone is played. */
function ownNarration(narration: Narration | null): Narration | null {
  const isOwn = narration && [narration.url, narration.transcript].every((address) => parseAudioAddress(address))
  return isOwn ? { ...narration, duration_ms: Math.max(1, narration.duration_ms) } : null
}

export function cleanHit(hit: SearchHit): SearchHit | undefined {
  const story = cleanStory(hit)
  if (!story?.highlights) return story
  const { title, excerpt } = story.highlights
  return { ...story, highlights: { title: cleanSegments(title), excerpt: cleanSegments(excerpt) } }
}

function cleanSegments(segments: Segment[]): Segment[] {
  return segments.map(({ text, match }) => ({ text: withoutUnshowable(truncate(text, most.text)), match }))
}

export function cleanProfile(profile: Profile): Profile {
  return {
    ...profile,
    name: line(profile.name, most.name),
    email: showableEmail(profile.email),
    bio: showableText(profile.bio),
    joined_on: showableDate(profile.joined_on)?.slice(0, 10) ?? null,
  }
}

function showableText(text: string): string {
  return withoutUnshowable(truncate(text, most.text))
}

/** Undefined if it has no address of its own. */
export function cleanPublication<T extends Publication>(publication: T): T | undefined {
  if (!isSegment(publication.slug)) return undefined
  return {
    ...publication,
    name: line(publication.name, most.name) || publication.slug,
    description: line(publication.description, most.text),
    owner_uuid: showableId(publication.owner_uuid),
    owner_name: line(publication.owner_name, most.name),
  }
}

/** Unchanged: it is sanitised where it is shown. */
function cleanBody(html: string): string {
  return htmlFault(html) ? unshownStory : withoutUnshowable(html)
}

export function line(text: string, characters: number): string {
  // Cut first: a text of megabytes is not worth composing.
  return truncate(plainLine(truncate(text, characters * 4)), characters)
}

function cleanLine(text: string | null, characters: number): string | null {
  return line(text ?? '', characters) || null
}

export function isSegment(text: string | null): boolean {
  return text !== null && text !== '.' && text !== '..' && pathSegment.test(text)
}

function showableId(text: string | null): string | null {
  return text !== null && id.test(text) ? text : null
}

function showableEmail(text: string | null): string | null {
  return text !== null && text.length <= most.email && email.test(text) && withoutUnshowable(text) === text
    ? text
    : null
}

/** One that a link may lead to: no `javascript:` gets into a page. */
function webAddress(text: string | null): string | null {
  if (text === null || text.length > most.address || !URL.canParse(text)) return null
  const { protocol, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

function showableDate(text: string | null): string | null {
  const time = Date.parse(text ?? '')
  return time >= years.first && time <= years.last ? new Date(time).toISOString() : null
}

type EditionStory = Edition['stories'][number]

/** A newsletter without anything that cannot be shown; undefined if it has no address or no date. */
export function cleanEdition(edition: Edition): Edition | undefined {
  const sentAt = showableDate(edition.sent_at)
  if (!showableId(edition.id) || !sentAt) return undefined
  return {
    ...edition,
    subject: line(edition.subject, 300) || 'Newsletter',
    about: line(edition.about, 300),
    sent_at: sentAt,
    content: edition.content && cleanBody(edition.content),
    stories: edition.stories.flatMap((story) => cleanEditionStory(story) ?? []),
  }
}

function cleanEditionStory(story: EditionStory): EditionStory | undefined {
  if (!isSegment(story.slug)) return undefined
  const { story_image: image, image_alt: alt } = story
  return {
    ...story,
    title: line(story.title, 300) || 'Untitled',
    sub_title: line(story.sub_title, 600),
    excerpt: line(story.excerpt, 2_000),
    category: line(story.category, 150),
    author_name: line(story.author_name, 150),
    author_uuid: showableId(story.author_uuid),
    story_image: image && isImageAddress(image) ? image : null,
    image_alt: alt && line(alt, 600),
    reading_minutes: Math.max(1, story.reading_minutes),
  }
}

/** An event as its page may show it; undefined if it is none. */
export function cleanTextEvent(given: unknown): TextEvent | undefined {
  const parsed = TextEvent.safeParse(given)
  if (!parsed.success || parsed.data.kind === 'problem') return parsed.data
  const html = sanitiseStory(parsed.data.html)
  if (parsed.data.kind === 'text') return { kind: 'text', html }
  const { draft } = parsed.data
  return { kind: 'end', html, draft: draft !== null && isSegment(draft) ? draft : null }
}
