import { type HtmlElement, type HtmlNode, openTag } from './html-tree.ts'
import { cleanInline, type Finds } from './pasted-inline.ts'
import { blockTags, codeText, elements, hasElement, lineBreak } from './pasted-tree.ts'

/** A table from its content without the caption; undefined for a layout table. */
export function tableHtml(parts: readonly HtmlNode[], finds: Finds): string | undefined {
  const rows = elements(parts, 'tr').map((row) =>
    row.children.filter((cell): cell is HtmlElement => typeof cell !== 'string' && /^t[dh]$/.test(cell.name)),
  )
  const cells = rows.flat()
  const inCells = cells.map(({ children: words }) => codeText(words)).join('')
  // One within another, or of one cell, was made for its looks; and words beside the cells are not to be lost.
  const isReal =
    cells.length > 1 && !hasElement(parts, 'table') && withoutSpace(inCells) === withoutSpace(codeText(parts))
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
