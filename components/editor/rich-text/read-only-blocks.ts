import { isImageAddress } from '#contract/image-address.ts'
import { type HtmlNode, htmlFault, parseTree } from '#story-html/html-tree.ts'

const names: Record<string, string> = { table: 'Table', figure: 'Picture with caption', pre: 'Code' }

/** The displayed name of a block that can't be edited. */
export function readOnlyBlockName(html: string): string {
  return names[/^\s*<([a-z0-9]+)/i.exec(html)?.[1]?.toLowerCase() ?? ''] ?? 'Imported block'
}

const shown = new Set([
  ...['p', 'br', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'div', 'pre', 'hr', 'ol', 'ul', 'li', 'strong', 'em'],
  ...['u', 's', 'sub', 'sup', 'b', 'i', 'code', 'span', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
])
const wordless = new Set(['script', 'style', 'template', 'noscript', 'svg', 'math', 'iframe', 'title', 'textarea'])

/**
 * Shows HTML inside an element: only the tags that a story can have, and only the attributes that pictures and
 * tables need. The browser never parses it, so nothing in it runs.
 */
export function renderReadOnlyHtml(element: HTMLElement, html: string): void {
  if (!htmlFault(html)) addNodes(element, parseTree(html))
}

function addNodes(target: Element, nodes: readonly HtmlNode[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') target.append(node)
    else if (shown.has(node.name)) {
      const made = document.createElement(node.name)
      for (const name of ['alt', 'width', 'height', 'colspan', 'rowspan']) {
        const value = node.attributes[name]
        if (value !== undefined) made.setAttribute(name, value)
      }
      const { src = '' } = node.attributes
      if (node.name === 'img' && isImageAddress(src)) {
        made.setAttribute('referrerpolicy', 'no-referrer')
        made.setAttribute('src', src)
      }
      addNodes(made, node.children)
      target.append(made)
    } else if (!wordless.has(node.name)) addNodes(target, node.children)
  }
}
