import { useRef, useState } from 'react'
import { productCategory } from '#contract/categories.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import { normaliseStory } from '#story-html/to-editor.ts'
import { emptyStory, type StoryText, textOf } from './saving/story-text.ts'

export type StoryFields = Omit<StoryText, 'content'>

/** Everything of a story but its text, as in the form. `latest` is for callers outside of rendering. */
export function useStoryFields(initial: StoryFields) {
  const [fields, setFields] = useState(initial)
  const latest = useRef(initial)
  const change = (part: Partial<StoryFields>) => {
    latest.current = { ...latest.current, ...part }
    setFields(latest.current)
  }
  return { fields, latest, change }
}

/** The text of a story that exists, or of one that begins. */
export function storyTextOf(
  story: WorkingCopy | undefined,
  begins: { productName: string; publication?: string | null | undefined },
): StoryText {
  if (!story) {
    const { productName, publication = null } = begins
    return { ...emptyStory, category: productCategory(productName), publication }
  }
  // Normalise as the editor does, so that unchanged text compares as equal.
  return { ...textOf(story), content: normaliseStory(story.content) }
}
