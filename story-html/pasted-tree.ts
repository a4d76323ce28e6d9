import type { HtmlElement, HtmlNode } from './html-tree.ts'
import { neverShown } from './pasted-inline.ts'

/** Which of another program's tags stand for a block. */
export const blockTags = new Set([
  ...['html', 'body', 'div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'nav', 'form', 'fieldset'],
  ...['address', 'details', 'summary', 'dl', 'dt', 'dd', 'center', 'hgroup', 'picture', 'figure', 'figcaption'],
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'hr', 'iframe'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
])

export const lineBreak: HtmlElement = { name: 'br', attributes: {}, children: [], start: 0, end: 0 }

export function hasBlock(element: HtmlElement): boolean {
  return blockTags.has(element.name) || element.children.some((child) => typeof child !== 'string' && hasBlock(child))
}

export function hasElement(nodes: readonly HtmlNode[], name: string): boolean {
  return elements(nodes, name).length > 0
}

export function elements(nodes: readonly HtmlNode[], name: string): HtmlElement[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...(node.name === name ? [node] : []), ...elements(node.children, name)],
  )
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
