import type { Story } from '#contract/stories.ts'

/** A page that is read in less is over before one asks how far it goes. */
const longFromMinutes = 8
/** Three lines, in the widest column nearly so. */
const openingLeast = 220
/** An aligned or styled opening, and one that begins with a quotation mark, a picture or an emoji, stays as it is. */
const plainOpening = /^\s*<p>(\p{Lu}.*?)<\/p>/su

/** The attributes that app/styles/reading.css uses, on the story's element. */
export function readingMarks(
  { category, reading_minutes }: Pick<Story, 'category' | 'reading_minutes'>,
  sanitisedHtml: string,
): { 'data-drop-cap'?: ''; 'data-long'?: '' } {
  return {
    ...(category === 'fiction' && bearsDropCap(sanitisedHtml) && { 'data-drop-cap': '' }),
    ...(reading_minutes >= longFromMinutes && { 'data-long': '' }),
  }
}

function bearsDropCap(html: string): boolean {
  const opening = plainOpening.exec(html)?.[1]?.replace(/<[^>]*>/g, '') ?? ''
  return opening.length >= openingLeast
}
