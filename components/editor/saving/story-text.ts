import { emptyText, type StoryJsonText } from '#contract/story-fields.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'

/** The parts of a story that a writer edits. */
export type StoryText = StoryJsonText & Pick<WorkingCopy, 'publication'>

export const emptyStory: StoryText = { ...emptyText, publication: null }
export const storyTextFields = Object.keys(emptyStory) as (keyof StoryText)[]

/** Picks the text from something larger, e.g. a `WorkingCopy`. A draft on this device may be older than a field. */
export function textOf(copy: StoryText): StoryText {
  return Object.fromEntries(storyTextFields.map((field) => [field, copy[field] ?? emptyStory[field]])) as StoryText
}

/** Compares as the server stores: an empty field equals a missing one, and surrounding spaces don't count. */
export function isSameText(a: StoryText, b: StoryText): boolean {
  return a === b || storyTextFields.every((field) => a[field] === b[field] || plain(a[field]) === plain(b[field]))
}

function plain(value: string | null): string {
  return value?.trim() ?? ''
}
