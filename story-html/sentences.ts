const abbreviation =
  /(?:^|[\s("“‘])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gen|Col|Capt|Lt|Rev|Hon|Messrs|Mme|Mlle|vs|etc|e\.g|i\.e|cf|al|No|Vol|Fig|pp?|ca|approx|[A-Z](?:\.[A-Z])*)\.["”’)]*\s*$/u
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * A text as its sentences, each with the white space that follows it: joined they are the text, to the letter. A line break
 * ends a sentence.
 */
export function splitSentences(text: string): string[] {
  const found: string[] = []
  let pending = ''
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
