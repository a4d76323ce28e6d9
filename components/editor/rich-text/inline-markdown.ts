import type Quill from 'quill'
import { Delta } from 'quill'
import { closedMarkdown } from './closed-markdown.ts'

/**
 * Formats **bold**, *italic*, `code` and [links](https://…) once their last sign is typed. It is an undo step of its own,
 * which gives back what was typed; what is pasted stays as it is.
 */
export function addInlineMarkdown(quill: Quill): void {
  const format = () => {
    // Before the browser's own report of the change.
    quill.update('user')
    const range = quill.getSelection()
    if (!range || range.length > 0) return
    const [line, offset] = quill.getLine(range.index)
    const formats = quill.getFormat(range.index)
    if (!line || formats['code-block'] || formats.code || formats.link) return
    const typed = quill.getText(range.index - offset, offset)
    // Where a picture or a line break is in the way, positions in the text are not those in the line.
    const closed = typed.length === offset ? closedMarkdown(typed) : undefined
    if (!closed) return
    const start = range.index - closed.length
    const signs = typed.slice(-closed.length).indexOf(closed.words)
    quill.history.cutoff()
    const change = new Delta()
      .retain(start)
      .delete(signs)
      .retain(closed.words.length, closed.formats)
      .delete(closed.length - signs - closed.words.length)
    quill.updateContents(change, 'user')
    quill.history.cutoff()
    quill.setSelection(start + closed.words.length, 0, 'silent')
    // The next character is plain again.
    for (const name of Object.keys(closed.formats)) quill.format(name, false, 'silent')
  }

  quill.root.addEventListener('input', (event) => {
    const { inputType, data, isComposing } = event as InputEvent
    if (inputType === 'insertText' && !isComposing && data && /[*`)]$/.test(data)) format()
  })
  // On phones every word is composed. Quill takes it over only after this event.
  quill.root.addEventListener('compositionend', ({ data }) => {
    if (/[*`)]$/.test(data)) setTimeout(format)
  })
}
