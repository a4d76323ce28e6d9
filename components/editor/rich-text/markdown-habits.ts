import type Quill from 'quill'
import type { Range } from 'quill/core/selection.js'
import type { Context } from 'quill/modules/keyboard.js'

/** The format that the beginning of a line stands for once a space follows it. */
function formatOf(prefix: string): [string, unknown] | undefined {
  if (/^#{1,6}$/.test(prefix)) return ['header', prefix.length]
  if (prefix === '-' || prefix === '*') return ['list', 'bullet']
  if (prefix === '1.' || prefix === '1)') return ['list', 'ordered']
  if (prefix === '[]' || prefix === '[ ]') return ['list', 'unchecked']
  if (prefix === '[x]') return ['list', 'checked']
  if (prefix === '>') return ['blockquote', true]
  return prefix === '```' ? ['code-block', true] : undefined
}

/**
 * Markdown at the beginning of a line formats it during typing. Backspace right after restores what was typed.
 */
export function addMarkdownHabits(quill: Quill): void {
  // The position of the last one, as long as nothing else was done.
  let formattedAt: number | undefined
  quill.on('editor-change', () => {
    formattedAt = undefined
  })

  const formatLine = (range: Range, context: Context): boolean => {
    const [line, offset] = quill.getLine(range.index)
    const typed = line ? quill.getText(range.index - offset, offset) : ''
    const format = typed.length === offset ? formatOf(typed) : undefined
    const isPlain = !['code-block', 'list', 'blockquote'].some((name) => context.format[name])
    if (!format || !isPlain) return true
    quill.history.cutoff()
    quill.insertText(range.index, ' ', 'user')
    quill.history.cutoff()
    const start = range.index - offset
    quill.deleteText(start, offset + 1, 'user')
    quill.formatLine(start, 1, { [format[0]]: format[1] }, 'user')
    quill.history.cutoff()
    quill.setSelection(start, 0, 'silent')
    formattedAt = start
    return false
  }

  const binding = { key: ' ', shiftKey: null, collapsed: true, handler: formatLine }
  quill.keyboard.addBinding(binding)
  quill.keyboard.addBinding({
    key: 'Enter',
    collapsed: true,
    handler: (range: Range, context: Context) => {
      const [, offset] = quill.getLine(range.index)
      return offset === 3 && quill.getText(range.index - 3, 3) === '```' ? formatLine(range, context) : true
    },
  })
  quill.keyboard.addBinding({
    key: 'Backspace',
    collapsed: true,
    handler: ({ index }: Range) => {
      if (index !== formattedAt) return true
      quill.history.undo()
      return false
    },
  })
  // Quill asks in order, and its own would answer first.
  for (const key of ['Enter', 'Backspace']) {
    const bindings = quill.keyboard.bindings[key]
    const own = bindings?.pop()
    if (own) bindings?.unshift(own)
  }
}
