import { useRef, useState } from 'react'
import { productCategory } from '#contract/categories.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import { normaliseStory } from '#story-html/to-editor.ts'
import type { StoryText } from './saving/story-text.ts'

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
    return {
      title: '',
      sub_title: '',
      content: '',
      category: productCategory(begins.productName),
      story_image: null,
      image_alt: null,
      summary: '',
      publication: begins.publication ?? null,
      book_title: null,
      book_author: null,
      canonical_url: null,
    }
  }
  const { title, sub_title, content, category, story_image, image_alt } = story
  const { summary, publication, book_title, book_author, canonical_url } = story
  return {
    ...{ title, sub_title, category, story_image, image_alt },
    // As the editor will give it back: compared letter by letter it is the same.
    content: normaliseStory(content),
    ...{ summary, publication, book_title, book_author, canonical_url },
  }
}
