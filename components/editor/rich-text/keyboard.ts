import type Quill from 'quill'
import type { Range } from 'quill/core/selection.js'
import type { Context } from 'quill/modules/keyboard.js'
import { editLink } from './bubble-forms.ts'
import { openToolbar } from './toolbar.ts'

/** In place of Quill's own: Tab leaves the text, but for lists and code, and Markdown habits are ours. */
export const keyboardOptions = {
  bindings: { tab: null, 'remove tab': null, 'list autofill': null },
}

/** The keys of the text beside those of Quill. Saving and publishing are the page's. */
export function addKeys(quill: Quill): void {
  quill.keyboard.addBinding({ key: 'k', shortKey: true, handler: () => editLink(quill) })
  quill.keyboard.addBinding({ key: 'F10', altKey: true, handler: () => openToolbar(quill) })
  addFirst(quill, {
    key: 'Enter',
    shiftKey: true,
    handler: ({ index, length }: Range, { format }: { format: Record<string, unknown> }) => {
      if (format['code-block']) return true
      if (length > 0) quill.deleteText(index, length, 'user')
      quill.insertEmbed(index, 'softBreak', true, 'user')
      quill.setSelection(index + 1, 0, 'silent')
      return false
    },
  })
  // At the very start there is no line to join with: the line becomes a plain one.
  addFirst(quill, {
    key: 'Backspace',
    collapsed: true,
    offset: 0,
    format: ['header', 'blockquote', 'code-block'],
    handler: ({ index }: Range, { format }: { format: Record<string, unknown> }) => {
      const kinds = ['header', 'blockquote', 'code-block'].filter((name) => format[name])
      if (index !== 0 || kinds.length === 0) return true
      for (const kind of kinds) quill.formatLine(0, 1, kind, false, 'user')
      return false
    },
  })
}

type Binding = Exclude<Parameters<Quill['keyboard']['addBinding']>[0], string | number> & { key: string }

/** Adds a key before Quill's own, which it asks in order. */
function addFirst(quill: Quill, binding: Binding): void {
  quill.keyboard.addBinding(binding)
  const bindings = quill.keyboard.bindings[binding.key]
  const added = bindings?.pop()
  if (added) bindings?.unshift(added)
}

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

/** Markdown at the beginning of a line formats it during typing. Backspace right after restores what was typed. */
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

  quill.keyboard.addBinding({ key: ' ', shiftKey: null, collapsed: true, handler: formatLine })
  addFirst(quill, {
    key: 'Enter',
    collapsed: true,
    handler: (range: Range, context: Context) => {
      const [, offset] = quill.getLine(range.index)
      return offset === 3 && quill.getText(range.index - 3, 3) === '```' ? formatLine(range, context) : true
    },
  })
  addFirst(quill, {
    key: 'Backspace',
    collapsed: true,
    handler: ({ index }: Range) => {
      if (index !== formattedAt) return true
      quill.history.undo()
      return false
    },
  })
}
