import type { WorkingCopy } from '#contract/story-writing.ts'

const fields = [
  ...['title', 'sub_title', 'content', 'category', 'story_image', 'image_alt', 'summary'],
  ...['publication', 'book_title', 'book_author', 'canonical_url'],
] as (keyof StoryText)[]

/** The parts of a story that a writer edits. */
export type StoryText = Pick<
  WorkingCopy,
  | 'title'
  | 'sub_title'
  | 'content'
  | 'category'
  | 'story_image'
  | 'image_alt'
  | 'summary'
  | 'publication'
  | 'book_title'
  | 'book_author'
  | 'canonical_url'
>

/** Picks the text from something larger, e.g. a `WorkingCopy`. */
export function textOf(copy: StoryText): StoryText {
  return Object.fromEntries(fields.map((field) => [field, copy[field] ?? null])) as StoryText
}

/** Compares as the server stores: an empty field equals a missing one, and surrounding spaces don't count. */
export function isSameText(a: StoryText, b: StoryText): boolean {
  return a === b || fields.every((field) => a[field] === b[field] || plain(a[field]) === plain(b[field]))
}

function plain(value: string | null): string {
  return value?.trim() ?? ''
}
