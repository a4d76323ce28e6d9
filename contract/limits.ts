/** The maximum sizes of a story's parts, in characters (UTF-16 code units) unless stated otherwise. */
export const storyLimits = {
  title: 200,
  subTitle: 300,
  /** Of HTML, in bytes of UTF-8. */
  contentBytes: 1_000_000,
  category: 100,
  publication: 200,
  imageAlt: 500,
  summary: 2_000,
  slug: 80,
  address: 2_048,
  bookTitle: 300,
  bookAuthor: 100,
  /** Of `Book name|Book Author|Code`, which a book is added by. */
  bookInput: 500,
} as const

/** How many characters a text that is read aloud may have; about an hour and a half of sound. */
export const podcastTextMost = 100_000

/** The longest search text, in characters; the search fields of pages that load no schema need it too. */
export const searchTextMost = 200
