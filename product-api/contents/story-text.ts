import { excerpt } from '#content/excerpt.ts'
import { plainLine, plainText } from '#content/plain-text.ts'
import { countWords } from '#content/reading-time.ts'
import { sanitiseStory, storyHtmlMost } from '#content/sanitise.ts'
import { Problem } from '../problem.ts'

type Given = {
  title: string
  subTitle?: string
  content: string
  summary?: string
  imageAlt?: string | null
  authorName?: string | null
  bookTitle?: string | null
  bookAuthor?: string | null
}

/**
 * A story's texts as they are kept, and everything that follows from them.
 * @throws Problem `too_large` for a body that would be cut.
 */
export function storyText(given: Given) {
  if (given.content.length > storyHtmlMost) {
    throw new Problem('too_large', { detail: `A story has at most ${storyHtmlMost} characters` })
  }
  const content = sanitiseStory(given.content)
  const contentText = plainText(content)
  return {
    title: plainLine(given.title),
    subTitle: plainLine(given.subTitle ?? ''),
    content,
    contentText,
    excerpt: excerpt(contentText),
    wordCount: countWords(contentText),
    summary: plainLine(given.summary ?? ''),
    imageAlt: optionalLine(given.imageAlt),
    authorName: optionalLine(given.authorName),
    bookTitle: optionalLine(given.bookTitle),
    bookAuthor: optionalLine(given.bookAuthor),
  }
}

function optionalLine(text: string | null | undefined): string | null {
  return plainLine(text ?? '') || null
}
