import { escapeText } from './html-tree.ts'

/** Plain text in the form that is stored: an empty line ends a paragraph; without any, every line is one. */
export function plainTextToHtml(text: string): string {
  const lines = text.replace(/\s+$/, '')
  const hasEmptyLines = /\n[ \t]*\n/.test(lines)
  return lines
    .split(hasEmptyLines ? /\n(?:[ \t]*\n)+/ : '\n')
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll('\n', '<br />') || '<br />'}</p>`)
    .join('')
}
