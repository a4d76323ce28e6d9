import { elements, escapeText, type HtmlElement, type HtmlNode, openTag } from './html-tree.ts'
import { cleanInline, type Finds, neverShown, styleValue } from './pasted-inline.ts'

/** Which of another program's tags stand for a block. */
export const blockTags = new Set([
  ...['html', 'body', 'div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'nav', 'form', 'fieldset'],
  ...['address', 'details', 'summary', 'dl', 'dt', 'dd', 'center', 'hgroup', 'picture', 'figure', 'figcaption'],
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'hr', 'iframe'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
])

const lineBreak: HtmlElement = { name: 'br', attributes: {}, children: [], start: 0, end: 0 }

export function hasBlock(element: HtmlElement): boolean {
  return blockTags.has(element.name) || element.children.some((child) => typeof child !== 'string' && hasBlock(child))
}

/** The text as it is, including white space; a break is a new line. */
export function codeText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.name === 'br') return '\n'
      return neverShown.has(node.name) ? '' : codeText(node.children)
    })
    .join('')
}

/** The lines of a list as the editor has them: of one level, each saying what it is. */
export function listLines(list: HtmlElement, level: number, finds: Finds): string[] {
  const lines: string[] = []
  for (const child of list.children) {
    if (typeof child === 'string') {
      if (child.trim()) lines.push(editorListLine(escapeText(child), 'bullet', level))
    } else if (neverShown.has(child.name)) continue
    else if (child.name === 'ul' || child.name === 'ol') lines.push(...listLines(child, level + 1, finds))
    else lines.push(...listLine(child, list.name === 'ol' ? 'ordered' : 'bullet', level, finds))
  }
  return lines
}

function listLine(element: HtmlElement, type: string, level: number, finds: Finds): string[] {
  const words: HtmlNode[] = []
  const nested: string[] = []
  const visit = (nodes: readonly HtmlNode[]) => {
    for (const node of nodes) {
      if (typeof node === 'string' || !hasBlock(node)) words.push(node)
      else if (node.name === 'ul' || node.name === 'ol') nested.push(...listLines(node, level + 1, finds))
      else {
        // A paragraph within a line goes on after a break.
        if (words.some((word) => typeof word !== 'string' || word.trim())) words.push(lineBreak)
        visit(node.children)
      }
    }
  }
  visit(element.children)
  const box = checkBox(element)
  const inner = cleanInline(words, { finds })
  const pictures = [...inner.matchAll(/<img data-pasted="\d+" \/>/g)].map(([picture]) => picture)
  const line = inner.replace(/<img data-pasted="\d+" \/>/g, '')
  return [editorListLine(line, box ?? type, level), ...nested, ...pictures]
}

/** A paragraph that Word means as a line of a list. */
export function wordListLine(element: HtmlElement, finds: Finds): string {
  const level = Number(/level(\d)/i.exec(element.attributes.style ?? '')?.[1] ?? 1) - 1
  const mark = wordListMark(element.children)
  const type = /^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(mark) ? 'ordered' : 'bullet'
  return editorListLine(cleanInline(element.children, { finds }), type, level)
}

export function isWordListLine({ name, attributes }: HtmlElement): boolean {
  return name === 'p' && /mso-list:\s*l\d/i.test(attributes.style ?? '')
}

function wordListMark(nodes: readonly HtmlNode[]): string {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    if (/mso-list:\s*ignore/i.test(node.attributes.style ?? '')) return codeText(node.children).trim()
    const found = wordListMark(node.children)
    if (found) return found
  }
  return ''
}

function editorListLine(inner: string, type: string, level: number): string {
  const indent = Math.min(8, level)
  const attributes = { class: indent > 0 ? `ql-indent-${indent}` : undefined, 'data-list': type }
  return `<ol>${openTag('li', attributes)}${inner}</li></ol>`
}

/** A check box as GitHub, Notion and Markdown write it for `[x]`. */
function checkBox(element: HtmlElement): string | undefined {
  const [box] = elements(element.children, 'input')
  const said = element.attributes['data-checked'] ?? element.attributes['aria-checked']
  if (box?.attributes.type === 'checkbox') return 'checked' in box.attributes ? 'checked' : 'unchecked'
  return said === undefined ? undefined : said === 'true' ? 'checked' : 'unchecked'
}

/** A table from its content without the caption; undefined for a layout table. */
export function tableHtml(parts: readonly HtmlNode[], finds: Finds): string | undefined {
  const rows = elements(parts, 'tr').map((row) =>
    row.children.filter((cell): cell is HtmlElement => typeof cell !== 'string' && /^t[dh]$/.test(cell.name)),
  )
  const cells = rows.flat()
  const inCells = cells.map(({ children: words }) => codeText(words)).join('')
  // One within another, or of one cell, was made for its looks; and words beside the cells are not to be lost.
  const isReal =
    cells.length > 1 && elements(parts, 'table').length === 0 && withoutSpace(inCells) === withoutSpace(codeText(parts))
  if (!isReal) return undefined
  const written = rows
    .filter((row) => row.length > 0)
    .map((row) => `<tr>${row.map((cell) => `${cellTag(cell)}${cellHtml(cell, finds)}</${cell.name}>`).join('')}</tr>`)
  return `<table><tbody>${written.join('')}</tbody></table>`
}

function cellHtml({ children }: HtmlElement, finds: Finds): string {
  const parts = children.flatMap((child) =>
    typeof child !== 'string' && blockTags.has(child.name) ? [lineBreak, ...child.children] : [child],
  )
  const html = cleanInline(parts, { finds }).replace(/<img data-pasted="\d+" \/>/g, () => {
    finds.lostPictures++
    return ''
  })
  return html.replace(/\s+/g, ' ').replace(/^(?:\s|<br \/>)+|(?:\s|<br \/>)+$/g, '')
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '')
}

function cellTag({ name, attributes: { colspan, rowspan } }: HtmlElement): string {
  return openTag(name, { colspan: colspan || undefined, rowspan: rowspan || undefined })
}

/** The code that was copied from a code editor: they write a div for each line, in a fixed font with white space as it is. */
export function codeOfEditor(tree: readonly HtmlNode[]): string | undefined {
  const [body] = elements(tree, 'body')
  const outer = (body?.children ?? tree).filter(
    (node): node is HtmlElement => typeof node !== 'string' && !neverShown.has(node.name),
  )
  const [only] = outer
  const style = only?.attributes.style ?? ''
  const isCode =
    /mono|consolas|menlo|courier/i.test(styleValue(style, 'font-family')) &&
    styleValue(style, 'white-space').startsWith('pre')
  if (!only || outer.length !== 1 || !isCode) return undefined
  return only.children
    .map((line) => (typeof line === 'string' ? line : line.name === 'br' ? '' : codeText([line])))
    .join('\n')
}
