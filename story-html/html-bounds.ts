import { Parser } from 'htmlparser2'

/**
 * The limits of a story's HTML. A piece is a tag, an attribute, a comment, an entity or the text between them: processing
 * costs time per piece, and for every closing tag the parser searches all open ones.
 */
export const htmlBounds = { characters: 2_000_000, pieces: 20_000, depth: 64 } as const

// Their addresses are checked from several sides.
const piecesOf = new Map([
  ['img', 10],
  ['iframe', 10],
])

/**
 * Why this HTML is beyond the bounds, as a sentence for its writer; undefined if it is within. One pass by the parser
 * that the sanitiser uses, which stops at the first fault: its time grows with the length alone.
 */
export function htmlFault(html: string): string | undefined {
  const { characters, pieces, depth } = htmlBounds
  if (html.length > characters) return `A story has at most ${characters} characters.`
  const tooMuch = 'This story has too much formatting. Please split it into several.'
  // Each is a piece sooner or later: what is no tag and no entity is written as one.
  if (hasMore(html, '<', pieces) || hasMore(html, '&', pieces)) return tooMuch
  let fault: string | undefined
  let seen = 0
  let open = 0
  const stop = (sentence: string) => {
    fault ??= sentence
    parser.pause()
  }
  const count = (how = 1) => {
    seen += how
    if (seen > pieces) stop(tooMuch)
  }
  const parser = new Parser({
    ontext: () => count(),
    oncomment: () => count(),
    onprocessinginstruction: () => count(),
    onattribute: () => count(),
    onopentagname(name) {
      count(piecesOf.get(name))
      open++
      if (open > depth) stop(`The formatting of a story is at most ${depth} levels deep.`)
    },
    onclosetag(_, implied) {
      open--
      if (!implied) count()
    },
  })
  parser.write(html)
  if (!fault) parser.end()
  return fault
}

function hasMore(text: string, sign: string, most: number): boolean {
  let at = -1
  for (let count = 0; count <= most; count++) {
    at = text.indexOf(sign, at + 1)
    if (at < 0) return false
  }
  return true
}
