import { openTag } from './html-tree.ts'
import { writeRuns } from './inline-runs.ts'
import type { ListLine } from './story-blocks.ts'

/**
 * The lines of a list as real nested lists. A line that is indented by more than one level says by its class how many
 * levels it skips, so that reading gives the same lines again.
 */
export function nestedLists(lines: readonly ListLine[]): string {
  let html = ''
  const open: { name: string; indent: number }[] = []
  const close = () => {
    html += `</li></${open.pop()?.name}>`
  }
  for (const line of lines) {
    const name = line.type === 'ordered' ? 'ol' : 'ul'
    const parentAt = open.findLastIndex(({ indent }) => indent < line.indent)
    const parentIndent = open[parentAt]?.indent ?? -1
    while (open.length > parentAt + 2) close()
    const sibling = open[parentAt + 1]
    if (sibling?.name === name) {
      html += '</li>'
      sibling.indent = line.indent
    } else {
      if (sibling) close()
      html += `<${name}>`
      open.push({ name, indent: line.indent })
    }
    const skipped = line.indent - parentIndent - 1
    const classes = [...line.classes, ...(skipped > 0 ? [`ql-indent-${skipped}`] : [])].join(' ')
    const isCheck = line.type === 'checked' || line.type === 'unchecked'
    html += openTag('li', { class: classes || undefined, 'data-list': isCheck ? line.type : undefined })
    html += writeRuns(line.runs)
  }
  while (open.length > 0) close()
  return html
}
