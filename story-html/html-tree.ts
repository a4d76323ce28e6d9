import { Parser } from 'htmlparser2'

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
