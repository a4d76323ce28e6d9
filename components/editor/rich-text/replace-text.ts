import type Quill from 'quill'
import { Delta } from 'quill'
import { uploadsOf } from './picture-uploads.ts'
import type { StoryClipboard } from './story-clipboard.ts'

/** Texts that have less in common are replaced as a whole: to compare them letter by letter would take seconds. */
const lengthCompared = 400_000

/**
 * Replaces the text with stored HTML, without the writer having done it. Unchanged parts stay, so that the caret and
 * the undo history stay too; pictures that are still being uploaded move to the end if their place is gone.
 */
export function replaceText(quill: Quill, stored: string): void {
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
}
