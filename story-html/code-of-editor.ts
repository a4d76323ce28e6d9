import type { HtmlElement, HtmlNode } from './html-tree.ts'
import { neverShown, styleValue } from './pasted-inline.ts'
import { codeText, elements } from './pasted-tree.ts'

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
