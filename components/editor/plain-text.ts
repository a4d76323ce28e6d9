import { fromEditor } from '#story-html/from-editor.ts'
import { escapeText } from '#story-html/html-tree.ts'

/** What was typed without formats, in the form that is stored: a paragraph for every line. */
export function htmlOfPlainText(text: string): string {
  const paragraphs = text.split('\n').map((line) => `<p>${escapeText(line) || '<br>'}</p>`)
  return fromEditor(paragraphs.join(''))
}
