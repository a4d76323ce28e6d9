import { fromEditor, writeLine, writeBlock as writeStoredBlock } from './from-editor.ts'
import { htmlFault, openTag, voidTag } from './html-tree.ts'
import { type Block, type ListLine, readBlocks } from './story-blocks.ts'

/** The editor reads a plain `br` as the end of a paragraph. */
const lineBreak = '<br class="ql-soft-break">'

/**
 * Stored HTML in the form that the editor's clipboard reads: every list is an ol of one level whose lines say what they
 * are, every line of a quote is a quote, and what the editor does not know is wrapped in a block that it keeps as it is.
 * HTML beyond the bounds is wrapped whole.
 */
export function toEditor(stored: string): string {
  if (htmlFault(stored)) return writeBlock({ kind: 'kept', html: stored })
  return readBlocks(stored).map(writeBlock).join('')
}

/**
 * Stored HTML as the editor would give it back unchanged. Texts that are compared or merged with what comes from the
 * editor go through this first: of an import every block may be written otherwise.
 */
export function normaliseStory(stored: string): string {
  return fromEditor(toEditor(stored))
}

function writeBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return writeLine(block.tag, block.line, lineBreak)
    case 'quote':
      return block.lines.map((line) => writeLine('blockquote', line, lineBreak)).join('')
    case 'list':
      return `<ol>${block.lines.map(writeListLine).join('')}</ol>`
    case 'picture': {
      const { class: size, src, alt, width, height } = block.image
      const picture = voidTag('img', { class: size, src, alt, width, height })
      return `${openTag('figure', { class: 'ql-picture', 'data-caption': block.caption })}${picture}</figure>`
    }
    case 'kept':
      return `${openTag('div', { class: 'ql-kept', 'data-html': block.html })}</div>`
    case 'upload':
      return `${openTag('div', { class: 'ql-upload', 'data-id': block.id })}</div>`
    default:
      return writeStoredBlock(block)
  }
}

function writeListLine({ classes, indent, type, runs }: ListLine): string {
  const all = indent > 0 ? [...classes, `ql-indent-${indent}`] : classes
  return writeLine('li', { classes: all, runs }, lineBreak, { 'data-list': type })
}
