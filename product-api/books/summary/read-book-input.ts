import { storyFields } from '#contract/story-fields.ts'
import { invalidField } from '#platform/problem.ts'
import { plainLine } from '#story-html/plain-text.ts'

export type Book = { name: string; author: string }

const parts = ['the book’s name', 'its author', 'the code']
const howTo = 'Please write: Book name|Book Author|Code.'

/**
 * Splits `Book name|Book Author|Code`.
 * @throws Problem `bad_request` naming `input`; never quotes it, because the code is secret.
 */
export function readBookInput(input: string): Book & { code: string } {
  const given = input.split('|')
  if (given.length > parts.length) throw invalidField('input', `There are more than three parts. ${howTo}`)
  const [name, author, code] = [plainLine(given[0] ?? ''), plainLine(given[1] ?? ''), (given[2] ?? '').trim()]
  const missing = parts.filter((_, place) => ![name, author, code][place])
  if (missing.length > 0) throw invalidField('input', `Missing: ${missing.join(', ')}. ${howTo}`)
  // The name becomes the draft's title.
  if (name.length > storyFields.title.most)
    throw invalidField('input', `The book’s name has at most ${storyFields.title.most} characters.`)
  if (author.length > storyFields.bookAuthor.most)
    throw invalidField('input', `The author has at most ${storyFields.bookAuthor.most} characters.`)
  return { name, author, code }
}
