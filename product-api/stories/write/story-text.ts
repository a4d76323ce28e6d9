import { Problem } from '#platform/problem.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { fromEditor } from '#story-html/from-editor.ts'
import { htmlFault } from '#story-html/html-bounds.ts'
import { plainLine, plainText } from '#story-html/plain-text.ts'
import { countWords } from '#story-html/reading-time.ts'
import { sanitiseStory, unshownStory } from '#story-html/sanitise.ts'

type Given = {
  title: string
  subTitle?: string | undefined
  content: string
  summary?: string | undefined
  imageAlt?: string | null | undefined
  authorName?: string | null | undefined
  bookTitle?: string | null | undefined
  bookAuthor?: string | null | undefined
}

/**
 * A story's texts as they are kept, and everything that follows from them.
 * @throws Problem `too_large` naming `content` for a body that is too long, too deep or of too many pieces.
 */
export function storyText(given: Given) {
  const content = sanitisedBody(given.content)
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

function sanitisedBody(given: string): string {
  const html = fromEditor(given)
  const fault = htmlFault(html)
  const content = fault ? unshownStory : sanitiseStory(html)
  if (content !== unshownStory || html === unshownStory) return content
  const detail = fault ?? 'This story has too much formatting. Please split it into several.'
  throw new Problem('too_large', { detail, fields: { content: detail } })
}

function optionalLine(text: string | null | undefined): string | null {
  return plainLine(text ?? '') || null
}
