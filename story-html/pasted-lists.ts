import { escapeText, type HtmlElement, type HtmlNode, openTag } from './html-tree.ts'
import { cleanInline, type Finds, neverShown } from './pasted-inline.ts'
import { codeText, elements, hasBlock, lineBreak } from './pasted-tree.ts'

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

/** What GitHub, Notion and Markdown make of `[x]`. */
function checkBox(element: HtmlElement): string | undefined {
  const [box] = elements(element.children, 'input')
  const said = element.attributes['data-checked'] ?? element.attributes['aria-checked']
  if (box?.attributes.type === 'checkbox') return 'checked' in box.attributes ? 'checked' : 'unchecked'
  return said === undefined ? undefined : said === 'true' ? 'checked' : 'unchecked'
}
