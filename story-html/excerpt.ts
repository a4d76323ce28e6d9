export const cardTitleMost = 25
export const cardPreviewMost = 50
/** Written after a card's preview, always. */
export const cardPreviewEnd = '...'

const excerptMost = 400
/** How much of a text is searched for its first sentences, in characters. */
const windowLength = 4_000
const sentenceEnd = /[.!?…。!?]["'”’)\]»]*\s*$/u
const abbreviation =
  /(?:^|[\s("“‘])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gen|Col|Capt|Lt|Rev|Hon|Messrs|Mme|Mlle|vs|etc|e\.g|i\.e|cf|al|No|Vol|Fig|pp?|ca|approx|[A-Z](?:\.[A-Z])*)\.["”’)]*\s*$/u
/** Made when it is first needed: browsers that only load this file would wait for it. */
let segmenter: Intl.Segmenter | undefined

/**
 * The first two sentences, on one line, at most 400 characters; a longer one ends at a word with `…`. If the second
 * ends inside a quotation, everything up to the quotation's end belongs to it; one without an end is closed. A heading
 * is no sentence, unless there is nothing else. Cut between code points.
 */
export function excerpt(text: string): string {
  const window = truncate(text, windowLength)
  const all = sentences(window)
  const whole = all.filter((sentence) => sentenceEnd.test(sentence))
  const usable = whole.length > 0 ? whole : all
  const two = usable.slice(0, 2).join(' ')
  return closed(isOpen(two) ? (toQuotationEnd(usable) ?? two) : two)
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

/** The shortest beginning of two sentences or more in which no quotation is open; undefined if it is too long. */
function toQuotationEnd(sentences: readonly string[]): string | undefined {
  for (let count = 3; count <= sentences.length; count++) {
    const beginning = sentences.slice(0, count).join(' ')
    if (truncate(beginning, excerptMost) !== beginning) return undefined
    if (!isOpen(beginning)) return beginning
  }
  return undefined
}

/** At most as long as an excerpt may be, and with the marks that end the quotations in which it stops. */
function closed(text: string): string {
  const cut = wordAtMost(text, excerptMost)
  if (!isOpen(cut)) return cut
  const shorter = wordAtMost(text, excerptMost - closing.size)
  return shorter + openMarks(shorter).join('')
}

function isOpen(text: string): boolean {
  return openMarks(text).length > 0
}

const closing = new Map([
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['"', '"'],
])

/**
 * The marks that would end the quotations in which a text stops, the inner one first. Single marks are left out: they
 * can't be told from an apostrophe. A straight mark opens only where a word may begin: 5" is a length.
 */
function openMarks(text: string): string[] {
  const open: string[] = []
  let before = ' '
  for (const mark of text) {
    const [innermost] = open
    const end = closing.get(mark)
    const mayOpen = mark !== '"' || /[\s([–—-]/.test(before)
    if (mark === innermost || (mark === '”' && innermost === '“')) open.shift()
    // A quotation of several paragraphs opens each of them, and ends once.
    else if (end && end !== innermost && mayOpen && open.length < closing.size) open.unshift(end)
    before = mark
  }
  return open
}

/** A text's sentences, each with the white space behind it, to the letter. A line break ends a sentence. */
export function splitSentences(text: string): string[] {
  const found: string[] = []
  let pending = ''
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  for (const { segment } of segmenter.segment(text)) {
    if (pending && !goesOn(pending, segment)) {
      found.push(pending)
      pending = ''
    }
    pending += segment
  }
  if (pending) found.push(pending)
  return found
}

/** After an abbreviation, or in lower case: “Who?” he asked. */
function goesOn(pending: string, segment: string): boolean {
  return !pending.endsWith('\n') && (abbreviation.test(pending) || /^["'“”‘’»\])]*\p{Ll}/u.test(segment))
}

function sentences(text: string): string[] {
  return splitSentences(text)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}
