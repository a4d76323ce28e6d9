/** Real ones, or as a text that was escaped once too often has them. */
const doubleBreak = /^(?:\r?\n|\\r\\n|\\n){2}/
/** For text that has no end yet. */
const openQuote = /^"(?=\s|\\n|<)/

/** A text as it is shown: without surrounding quotes and a double line break at its beginning (specification, section 5). */
export function stripAnswer(answer: string): string {
  const text = answer.replace(doubleBreak, '')
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"')
  const inner = isQuoted ? text.slice(1, -1) : text.replace(openQuote, '')
  return inner.replace(doubleBreak, '')
}
