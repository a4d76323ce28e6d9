import { storyLimits } from '#contract/limits.ts'
import { ImageAddress } from '#contract/person.ts'
import { isDatabaseTime } from '#platform/db/is-database-time.ts'
import { Problem } from '#platform/problem.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { fromEditor } from '#story-html/from-editor.ts'
import { htmlFault } from '#story-html/html-bounds.ts'
import { plainLine, plainText } from '#story-html/plain-text.ts'
import { countWords } from '#story-html/reading-time.ts'
import { sanitiseStory, unshownStory } from '#story-html/sanitise.ts'
import type { RevisionText } from './revision-repository.ts'

/** What of a story its writer edits: of a draft its own row, of a published story the working copy beside it. */
export type EditedText = RevisionText & {
  contentText: string
  publicationId: string | null
  sendNewsletter: boolean
}

/** A change of it; what is undefined is not named. */
type TextChange = { [Field in keyof EditedText]?: EditedText[Field] | undefined }

export function editedTextOf(row: EditedText): EditedText {
  const { title, subTitle, content, contentText, wordCount, summary, category } = row
  const { storyImage, imageAlt, bookTitle, bookAuthor, canonicalUrl, publicationId, sendNewsletter } = row
  return {
    ...{ title, subTitle, content, contentText, wordCount, summary, category },
    ...{ storyImage, imageAlt, bookTitle, bookAuthor, canonicalUrl, publicationId, sendNewsletter },
  }
}

/** The text with what the change names, made safe. @throws Problem `too_large` naming `content`. */
export function applyChange(before: EditedText, change: TextChange): EditedText {
  const merged: EditedText = { ...before }
  const take = <Field extends keyof EditedText>(field: Field) => {
    const value = change[field]
    if (value !== undefined) merged[field] = value as EditedText[Field]
  }
  for (const field of Object.keys(before) as (keyof EditedText)[]) take(field)
  return editedTextOf({ ...merged, ...storyText(merged) })
}

export function isSameText(one: EditedText, other: EditedText): boolean {
  return (Object.keys(one) as (keyof EditedText)[]).every((field) => one[field] === other[field])
}

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

/** Field of the call → what the input calls it and how many characters it has at most. */
const lines = {
  title: ['title', storyLimits.title, 'A title'],
  sub_title: ['subTitle', storyLimits.subTitle, 'A subtitle'],
  category: ['category', storyLimits.category, 'A category'],
  summary: ['summary', storyLimits.summary, 'A summary'],
  image_alt: ['imageAlt', storyLimits.imageAlt, 'The description of a picture'],
  author_name: ['authorName', storyLimits.bookAuthor, 'A name'],
  book_title: ['bookTitle', storyLimits.bookTitle, 'The title of a book'],
  book_author: ['bookAuthor', storyLimits.bookAuthor, 'A name'],
  canonical_url: ['canonicalUrl', storyLimits.address, 'An address'],
} as const
type GivenFields = { [Field in keyof typeof lines as (typeof lines)[Field][0]]?: string | null | undefined } & {
  storyImage?: string | null | undefined
  publishedAt?: Date | undefined
}

/** @throws Problem `bad_request` naming the field for what no page could show. Only what is given is looked at. */
export function validateFields(input: GivenFields): void {
  for (const [field, [name, most, what]] of Object.entries(lines)) {
    const text = input[name] ?? ''
    if (text.length > most) refuse(field, `${what} has at most ${most} characters.`)
  }
  const image = ImageAddress.safeParse(input.storyImage ?? '')
  if (!image.success) refuse('story_image', image.error.issues[0]?.message ?? 'This is not the address of a picture.')
  const time = input.publishedAt?.getTime()
  if (time !== undefined && !isDatabaseTime(time)) refuse('published_at', 'This is not a date.')
}

function refuse(field: string, detail: string): never {
  throw new Problem('bad_request', { detail, fields: { [field]: detail } })
}

const shown = /<(?:img|iframe|table)\b/

/** Whether there is a title and something to read or to look at; the fields that lack it, with a sentence each. */
export function emptyFields({ title, content, contentText }: EditedText): Record<string, string> {
  return {
    ...(title === '' && { title: 'A story needs a title before it can be published.' }),
    ...(contentText === '' &&
      !shown.test(content) && { content: 'A story needs some text before it can be published.' }),
  }
}

/** @throws Problem `bad_request` naming `title`, `content` or both. */
export function refuseEmpty(text: EditedText): void {
  const fields = emptyFields(text)
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new Problem('bad_request', { detail: sentences.join(' '), fields })
}
