import { ImageAddress } from '#contract/person.ts'
import { storyLimits } from '#contract/story-limits.ts'
import { isDatabaseTime } from '#platform/db/is-database-time.ts'
import { Problem } from '#platform/problem.ts'

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
type Given = { [Field in keyof typeof lines as (typeof lines)[Field][0]]?: string | null | undefined } & {
  storyImage?: string | null | undefined
  publishedAt?: Date | undefined
}

/** @throws Problem `bad_request` naming the field for what no page could show. Only what is given is looked at. */
export function refuseUnshowable(input: Given): void {
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
