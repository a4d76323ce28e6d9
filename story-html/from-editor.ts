import { htmlFault } from './html-bounds.ts'
import { escapeText, openTag } from './html-tree.ts'
import { writeRuns } from './inline-runs.ts'
import { nestedLists } from './nested-lists.ts'
import { type Block, type Line, readBlocks } from './story-blocks.ts'

const emptyParagraph = /^<p(?: class="[^"]*")?><br \/><\/p>$/

/**
 * The editor's HTML in the form that is stored and shown: lists are real lists, code is a `pre`, every format is
 * written in one way, and empty paragraphs at the end go. What the editor does not know stays to the letter. It changes
 * nothing in its own output, and the sanitiser leaves what it made of the editor's HTML as it is. HTML beyond the
 * bounds comes back as it is: it is refused elsewhere.
 */
export function fromEditor(html: string): string {
  if (htmlFault(html)) return html
  const blocks = readBlocks(html).map(writeBlock).filter(Boolean)
  while (emptyParagraph.test(blocks.at(-1) ?? '')) blocks.pop()
  return blocks.join('')
}

function writeBlock(block: Block): string {
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
    case 'kept':
      return block.html
    case 'upload':
      return ''
  }
}

function writeLine(tag: string, { classes, runs }: Line): string {
  return `${openTag(tag, { class: classes.join(' ') || undefined })}${writeRuns(runs)}</${tag}>`
}
