/** In characters (UTF-16 code units). The limits of a story's text are in `story-fields.ts`. */
export const storyLimits = {
  /** The slug or the name of its publication. */
  publication: 200,
  slug: 80,
  /** `Book name|Book Author|Code`, which a book is added by. */
  bookInput: 500,
} as const

/** The sentence below a publication's name. Longer ones from before are shown as they are. */
export const publicationDescriptionMost = 200

/** How many characters a text that is read aloud may have; about an hour and a half of sound. */
export const podcastTextMost = 100_000

/** The longest search text, in characters; the search fields of pages that load no schema need it too. */
export const searchTextMost = 200

/** The longest line that a reader thanks a writer with. */
export const thanksMost = 280
