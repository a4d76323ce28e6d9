export const cardTitleMost = 25
export const cardPreviewMost = 50
/** Written after a card's preview, always. */
export const cardPreviewEnd = '...'

const excerptMost = 400
/** What is read of a text to find its first sentences. */
const windowLength = 4_000
const abbreviation =
  /(?:^|[\s("“‘])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gen|Col|Capt|Lt|Rev|Hon|Messrs|Mme|Mlle|vs|etc|e\.g|i\.e|cf|al|No|Vol|Fig|pp?|ca|approx|[A-Z](?:\.[A-Z])*)\.["”’)]*\s*$/u
const sentenceEnd = /[.!?…。!?]["'”’)\]»]*\s*$/u
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The first two sentences, on one line, at most 400 characters; a longer one ends at a word with `…`. A heading is no
 * sentence, unless there is nothing else. Cut between code points.
 */
export function excerpt(text: string): string {
  const window = truncate(text, windowLength)
  const all = sentences(window)
  const whole = all.filter((sentence) => sentenceEnd.test(sentence))
  const chosen = (whole.length > 0 ? whole : all).slice(0, 2).join(' ')
  return wordAtMost(chosen, excerptMost)
}

/** At most so many code points; what is longer ends at a word with `…`. */
export function wordAtMost(text: string, most: number): string {
  if (truncate(text, most) === text) return text
  const cut = truncate(text, most - 1)
  const lastSpace = cut.lastIndexOf(' ')
  return `${(lastSpace > most / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`
}

/** The first `most` code points; whether an ellipsis follows is the caller's choice. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  return [...text.slice(0, most * 2)].slice(0, most).join('')
}

function sentences(text: string): string[] {
  const found: string[] = []
  let pending = ''
  for (const { segment } of segmenter.segment(text)) {
    if (pending && !goesOn(pending, segment)) {
      found.push(pending)
      pending = ''
    }
    pending += segment
  }
  found.push(pending)
  return found.map((sentence) => sentence.replace(/\s+/g, ' ').trim()).filter(Boolean)
}

/** After an abbreviation, or in lower case: “Who?” he asked. */
function goesOn(pending: string, segment: string): boolean {
  return !pending.endsWith('\n') && (abbreviation.test(pending) || /^["'“”‘’»\])]*\p{Ll}/u.test(segment))
}
