import type Quill from 'quill'
import { Delta } from 'quill'
import type { Range } from 'quill/core/selection.js'
import Clipboard from 'quill/modules/clipboard.js'
import { cleanPasted, looksLikeMarkdown, plainTextToHtml } from '#story-html/clean-pasted.ts'
import { linkAttributes } from '#story-html/story-markup.ts'
import { toEditor } from '#story-html/to-editor.ts'
import { uploadsOf } from './picture-uploads.ts'

/** Reads stored HTML verbatim, and cleans HTML that is pasted from elsewhere. */
export class StoryClipboard extends Clipboard {
  constructor(quill: Quill, options: ConstructorParameters<typeof Clipboard>[1]) {
    super(quill, options)
    // Quill's own reader collapses white space and turns no-break spaces into plain ones.
    const [ofText] = this.matchers.filter(([selector]) => selector === Node.TEXT_NODE)
    this.matchers = this.matchers.map((matcher) => {
      if (matcher === ofText) return [Node.TEXT_NODE, (node, delta) => delta.insert((node as Text).data)]
      const [selector, match] = matcher
      if (selector !== 'br') return matcher
      return ['br', (node, delta, scroll) => (isSoftBreak(node) ? delta : match(node, delta, scroll))]
    })
  }

  /** Stored HTML as the editor's contents. */
  read(stored: string): Delta {
    return this.convert({ html: toEditor(stored), text: '' })
  }

  override onPaste(range: Range, { html, text }: { html?: string; text?: string }): void {
    const formats = this.quill.getFormat(range.index)
    if (formats['code-block']) {
      super.onPaste(range, { text: text ?? '' })
      return
    }
    const address = text?.trim() ?? ''
    if (range.length > 0 && /^https?:\/\/\S+$/i.test(address) && linkAttributes(address)) {
      // An address pasted over words becomes their link.
      this.quill.formatText(range.index, range.length, 'link', address, 'user')
      this.quill.setSelection(range.index + range.length, 0, 'silent')
      return
    }
    const cleaned = html ? cleanPasted(html) : undefined
    if (cleaned && (cleaned.html || cleaned.pictures.length > 0)) {
      const uploads = uploadsOf(this.quill)
      const ids = cleaned.pictures.map((dataUrl) => uploads?.addDataUrl(dataUrl))
      const lost = cleaned.lostPictures + ids.filter((id) => id === undefined).length
      if (lost > 0) uploads?.say('A picture couldn’t be pasted. Please add it with the picture button.')
      const withUploads = cleaned.html.replace(/<img data-pasted="(\d+)" \/>/g, (_, at: string) => {
        const id = ids[Number(at)]
        return id === undefined ? '' : `<div class="ql-upload" data-id="${id}"></div>`
      })
      this.insert(range, withUploads)
      for (const id of ids) if (id !== undefined) uploads?.begin(id)
      return
    }
    const plain = (text ?? '').replace(/\r\n?/g, '\n')
    if (!plain) return
    this.insert(range, plainTextToHtml(plain))
    const end = this.quill.getSelection()?.index ?? range.index
    if (looksLikeMarkdown(plain)) void this.formatMarkdown(plain, range.index, end - range.index)
  }

  /** A separate undo step: undoing it restores the text as it was pasted. */
  private async formatMarkdown(markdown: string, index: number, length: number): Promise<void> {
    const pasted = this.quill.getText(index, length)
    const { markdownToHtml } = await import('#story-html/markdown-to-html.ts')
    // If the writer has carried on typing, the text stays as it is.
    if (this.quill.getText(index, length) !== pasted) return
    this.quill.history.cutoff()
    this.insert({ index, length }, markdownToHtml(markdown))
    this.quill.history.cutoff()
  }

  private insert(range: { index: number; length: number }, html: string): void {
    const pasted = this.read(html)
    const change = new Delta().retain(range.index).delete(range.length).concat(pasted)
    this.quill.updateContents(change, 'user')
    this.quill.setSelection(range.index + pasted.length(), 0, 'silent')
    this.quill.scrollSelectionIntoView()
  }
}

function isSoftBreak(node: Node): boolean {
  return node instanceof Element && node.classList.contains('ql-soft-break')
}

/** Longer texts are replaced as a whole, because a diff of them takes seconds. */
const lengthCompared = 400_000

/**
 * Replaces the text with stored HTML, without the writer having done it. Unchanged parts stay, so that the caret and
 * the undo history stay too; pictures that are still being uploaded move to the end if their place is gone.
 */
export function replaceText(quill: Quill, stored: string): void {
  const returnToField = fieldWithFocus(quill.root)
  const next = (quill.clipboard as StoryClipboard).read(stored)
  const isLine = next.ops.at(-1)?.insert
  if (typeof isLine !== 'string' || !isLine.endsWith('\n')) next.insert('\n')
  const now = quill.getContents()
  const uploads = uploadsOf(quill)?.ids() ?? []
  if (quill.getLength() <= 1 || now.length() + next.length() > lengthCompared) {
    quill.setContents(next, 'api')
    quill.history.clear()
  } else quill.updateContents(now.diff(next), 'api')
  for (const id of uploads) {
    const isThere = quill.root.querySelector(`.ql-upload[data-id="${id}"]`) !== null
    if (!isThere) quill.updateContents(new Delta().retain(quill.getLength()).insert({ upload: id }), 'api')
  }
  returnToField?.()
}

/** Quill takes the focus from a field within the text, such as a caption's, when it changes the text. */
function fieldWithFocus(root: HTMLElement): (() => void) | undefined {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (!isField || !root.contains(field)) return undefined
  const { selectionStart, selectionEnd } = field
  return () => {
    if (!field.isConnected || document.activeElement === field) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(selectionStart, selectionEnd)
  }
}
