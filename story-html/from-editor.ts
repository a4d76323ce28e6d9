import { escapeText, htmlFault, openTag, voidTag } from './html-tree.ts'
import { writeRuns } from './inline-runs.ts'
import { type Block, type Line, type ListLine, readBlocks } from './story-blocks.ts'

const emptyParagraph = /^<p(?: class="[^"]*")?><br \/><\/p>$/

/**
 * Converts the editor's HTML to the stored form: real lists, code in a `pre`, one way to write each format, no empty
 * paragraphs at the end. Blocks that the editor does not know stay byte for byte. Idempotent, and its output passes the
 * sanitiser unchanged. HTML beyond the bounds is returned as it is; other code refuses it.
 */
export function fromEditor(html: string): string {
  if (htmlFault(html)) return html
  const blocks = readBlocks(html).map(writeBlock).filter(Boolean)
  while (emptyParagraph.test(blocks.at(-1) ?? '')) blocks.pop()
  return blocks.join('')
}

type Attributes = Record<string, string>

/** A block in the stored form. */
export function writeBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return writeLine(block.tag, block.line)
    case 'quote': {
      const [first, ...others] = block.lines
      if (!first) return ''
      if (others.length === 0) return writeLine('blockquote', first)
      return `<blockquote>${block.lines.map((line) => writeLine('p', line)).join('')}</blockquote>`
    }
    case 'list':
      return nestedLists(block.lines)
    case 'code':
      // An HTML parser drops a line break right after the tag.
      return `<pre>${block.text.startsWith('\n') ? '\n' : ''}${escapeText(block.text)}</pre>`
    case 'video':
      return `${openTag('iframe', block.attributes)}</iframe>`
    case 'divider':
      return voidTag('hr')
    case 'picture':
      return writePicture(block)
    case 'kept':
      return block.html
    case 'upload':
      return ''
  }
}

function writePicture({ image, caption }: Extract<Block, { kind: 'picture' }>): string {
  const written = voidTag('img', image)
  if (!caption && !image.class) return `<p>${written}</p>`
  return `<figure>${written}${caption && `<figcaption>${escapeText(caption)}</figcaption>`}</figure>`
}

export function writeLine(tag: string, { classes, runs }: Line, lineBreak?: string, others: Attributes = {}): string {
  return `${openTag(tag, { class: classes.join(' ') || undefined, ...others })}${writeRuns(runs, lineBreak)}</${tag}>`
}

/**
 * The lines of a list as real nested lists. A line that is indented by more than one level says by its class how many
 * levels it skips, so that reading gives the same lines again.
 */
function nestedLists(lines: readonly ListLine[]): string {
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
