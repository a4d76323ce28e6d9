import type { KeptText } from '../revisions/service.ts'
import { storyText } from './story-text.ts'

/** What of a story its writer edits: of a draft its own row, of a published story the working copy beside it. */
export type EditedText = KeptText & {
  contentText: string
  publicationId: string | null
  sendNewsletter: boolean
}

/** A change of it; what is undefined is not named. */
export type TextChange = { [Field in keyof EditedText]?: EditedText[Field] | undefined }

export function editedTextOf(row: EditedText): EditedText {
  const { title, subTitle, content, contentText, wordCount, summary, category } = row
  const { storyImage, imageAlt, bookTitle, bookAuthor, canonicalUrl, publicationId, sendNewsletter } = row
  return {
    ...{ title, subTitle, content, contentText, wordCount, summary, category },
    ...{ storyImage, imageAlt, bookTitle, bookAuthor, canonicalUrl, publicationId, sendNewsletter },
  }
}

/** The text with what the change names, made safe. @throws Problem `too_large` naming `content`. */
export function changedText(before: EditedText, change: TextChange): EditedText {
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

const fewWords = 50
// Chinese, Japanese and Thai write no spaces: each of their letters counts.
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu

/** Whether more than half of the words of a text that is worth it are gone in the one that takes its place. */
export function throwsMuchAway(before: EditedText, after: EditedText): boolean {
  const words = wordsOf(before)
  if (words.length < fewWords) return false
  const left = new Map<string, number>()
  for (const word of wordsOf(after)) left.set(word, (left.get(word) ?? 0) + 1)
  let gone = 0
  for (const word of words) {
    const count = left.get(word) ?? 0
    if (count > 0) left.set(word, count - 1)
    else gone++
  }
  return gone * 2 > words.length
}

function wordsOf({ contentText }: EditedText): string[] {
  return contentText.match(word) ?? []
}
