import { ImageAddress } from '#contract/person.ts'
import { type FieldKind, pickFields, type StoryRowText, storyFieldNames, storyFields } from '#contract/story-fields.ts'
import { isDatabaseTime } from '#platform/db/paging.ts'
import { invalidField, Problem } from '#platform/problem.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { fromEditor } from '#story-html/from-editor.ts'
import { htmlFault } from '#story-html/html-tree.ts'
import { plainLine, plainText } from '#story-html/plain-text.ts'
import { countWords } from '#story-html/reading-time.ts'
import { sanitiseStory, unshownStory } from '#story-html/sanitise.ts'

/** The part of a story that its writer edits: a draft's own row, or the working copy of a published story. */
export type EditedText = StoryRowText & {
  contentText: string
  wordCount: number
  publicationId: string | null
  sendNewsletter: boolean
}

/** A change of some fields; an undefined one stays. */
type TextChange = { [Field in keyof EditedText]?: EditedText[Field] | undefined }
/** The fields as a caller gives them. */
type GivenText = { [Field in keyof StoryRowText]?: StoryRowText[Field] | null | undefined }

const editedFields = [...storyFieldNames, 'contentText', 'wordCount', 'publicationId', 'sendNewsletter'] as const

export function editedTextOf(row: EditedText): EditedText {
  return pickFields(row, editedFields)
}

/** The text with a change, made safe. @throws Problem `too_large` naming `content`. */
export function applyChange(before: EditedText, change: TextChange): EditedText {
  const named = Object.entries(change).filter(([, value]) => value !== undefined)
  const merged: EditedText = { ...before, ...Object.fromEntries(named) }
  return editedTextOf({ ...merged, ...storyText(merged) })
}

export function isSameText(one: EditedText, other: EditedText): boolean {
  return editedFields.every((field) => one[field] === other[field])
}

/** How a field of each kind is stored. */
const stored = {
  title: (text) => plainLine(text ?? ''),
  line: (text) => plainLine(text ?? ''),
  optionalLine,
  html: (text) => sanitisedBody(text ?? ''),
  category: (text) => text ?? '',
  picture: (text) => text ?? null,
  webAddress: (text) => text ?? null,
} satisfies Record<FieldKind, (text: string | null | undefined) => string | null>

/**
 * The fields of a text as they are stored, and everything that is derived from them.
 * @throws Problem `too_large` naming `content` for a body that is too long, too deep or of too many pieces.
 */
export function storyText(given: GivenText) {
  const fields = storyFieldNames.map((field) => [field, stored[storyFields[field].kind](given[field])])
  const text: StoryRowText = Object.fromEntries(fields)
  const contentText = plainText(text.content)
  return { ...text, contentText, excerpt: excerpt(contentText), wordCount: countWords(contentText) }
}

function sanitisedBody(given: string): string {
  const html = fromEditor(given)
  const fault = htmlFault(html)
  const content = fault ? unshownStory : sanitiseStory(html)
  if (content !== unshownStory || html === unshownStory) return content
  const detail = fault ?? 'This story has too much formatting. Please split it into several.'
  throw new Problem('too_large', { detail, fields: { content: detail } })
}

/** A line of text, or null if it is empty. */
export function optionalLine(text: string | null | undefined): string | null {
  return plainLine(text ?? '') || null
}

/** The limits of the fields that a page shows as they are; sanitising limits `content`. */
const limits = [
  ...storyFieldNames
    .map((field) => ({ field, ...storyFields[field] }))
    .filter(({ kind }) => kind !== 'html' && kind !== 'picture'),
  { field: 'authorName', wire: 'author_name', subject: 'A name', most: 100 } as const,
]

/** @throws Problem `bad_request` naming the first field that no page could show. Missing fields are not checked. */
export function validateFields(
  input: GivenText & { authorName?: string | null | undefined; publishedAt?: Date | undefined },
): void {
  for (const { field, wire, subject, most } of limits) {
    if ((input[field] ?? '').length > most) throw invalidField(wire, `${subject} has at most ${most} characters.`)
  }
  const image = ImageAddress.safeParse(input.storyImage ?? '')
  if (image.error) {
    throw invalidField('story_image', image.error.issues[0]?.message ?? 'This is not the address of a picture.')
  }
  const time = input.publishedAt?.getTime()
  if (time !== undefined && !isDatabaseTime(time)) throw invalidField('published_at', 'This is not a date.')
}

type ShownText = Pick<EditedText, 'title' | 'content' | 'contentText'>
const shown = /<(?:img|iframe|table)\b/

/** Whether there is a title and something to read or to look at; the fields that lack it, with a sentence each. */
export function emptyFields({ title, content, contentText }: ShownText): Record<string, string> {
  return {
    ...(title === '' && { title: 'A story needs a title before it can be published.' }),
    ...(contentText === '' &&
      !shown.test(content) && { content: 'A story needs some text before it can be published.' }),
  }
}

/** @throws Problem `bad_request` naming `title`, `content` or both. */
export function refuseEmpty(text: ShownText): void {
  const fields = emptyFields(text)
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new Problem('bad_request', { detail: sentences.join(' '), fields })
}
