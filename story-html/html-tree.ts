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

/** An element and its position in the parsed text, so that it can be copied to the letter. */
export type HtmlElement = {
  name: string
  attributes: Record<string, string>
  children: HtmlNode[]
  start: number
  end: number
}

export type HtmlNode = HtmlElement | string

/** The outermost nodes of HTML that is known to be within the bounds. Comments are left out. */
export function parseTree(html: string): HtmlNode[] {
  const root: HtmlNode[] = []
  const open: HtmlElement[] = []
  const here = () => open.at(-1)?.children ?? root
  const parser = new Parser({
    ontext(text) {
      const siblings = here()
      const last = siblings.length - 1
      if (typeof siblings[last] === 'string') siblings[last] += text
      else siblings.push(text)
    },
    onopentag(name, attributes) {
      const element = { name, attributes, children: [], start: parser.startIndex, end: parser.endIndex + 1 }
      here().push(element)
      open.push(element)
    },
    onclosetag(_, implied) {
      const element = open.pop()
      if (element) element.end = implied ? Math.max(element.end, parser.startIndex) : parser.endIndex + 1
    },
  })
  parser.end(html)
  return root
}

/** A tag as the sanitiser writes it. */
export function openTag(name: string, attributes: Record<string, string | undefined> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}${value || key === 'alt' ? `="${escapeValue(value)}"` : ''}`,
  )
  return `<${name}${written.join('')}>`
}

/** A tag without content as the sanitiser writes it. */
export function voidTag(name: string, attributes?: Record<string, string | undefined>): string {
  return `${openTag(name, attributes).slice(0, -1)} />`
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function escapeValue(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** All elements of these names, at any depth, in the order of the text. */
export function elements(nodes: readonly HtmlNode[], ...names: string[]): HtmlElement[] {
  return nodes.flatMap((node) =>
    typeof node === 'string'
      ? []
      : [...(names.includes(node.name) ? [node] : []), ...elements(node.children, ...names)],
  )
}
