/** How many characters a text that is read aloud may have; about an hour and a half of sound. */
export const podcastTextMost = 100_000
