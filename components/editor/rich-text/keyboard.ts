import type Quill from 'quill'
import type { Range } from 'quill/core/selection.js'
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
  quill.keyboard.addBinding({
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
  quill.keyboard.addBinding({
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
  const backspaces = quill.keyboard.bindings.Backspace
  const toPlain = backspaces?.pop()
  if (toPlain) backspaces?.unshift(toPlain)
  const enters = quill.keyboard.bindings.Enter
  const own = enters?.pop()
  if (own) enters?.unshift(own)
}
