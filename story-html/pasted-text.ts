import { escapeText } from './html-tree.ts'

/** Signs that a line begins with, and how many of them are no accident. */
const lineSigns: [RegExp, number][] = [
  [/^#{1,6} \S/gm, 1],
  [/^ {0,3}```/gm, 2],
  [/^ {0,3}> \S/gm, 1],
  [/^ {0,3}[-*+] \S/gm, 2],
  [/^ {0,3}\d{1,3}[.)] \S/gm, 2],
  [/^\|?[ :]*-{3,}[ :]*\|[-| :]*$/gm, 1],
]
const inlineSigns =
  /\*\*[^*\n]{1,200}\*\*|__[^_\n]{1,200}__|!?\[[^\]\n]{1,200}\]\((?:https?:|\/)[^)\s]{1,500}\)|`[^`\n]{1,200}`/g
const readMost = 200_000

/** Whether plain text was most likely written as Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  const read = text.slice(0, readMost)
  return (
    lineSigns.some(([sign, least]) => (read.match(sign)?.length ?? 0) >= least) ||
    (read.match(inlineSigns)?.length ?? 0) >= 2
  )
}

/** Plain text in the form that is stored: an empty line ends a paragraph; without any, every line is one. */
export function plainTextToHtml(text: string): string {
  const lines = text.replace(/\s+$/, '')
  const hasEmptyLines = /\n[ \t]*\n/.test(lines)
  return lines
    .split(hasEmptyLines ? /\n(?:[ \t]*\n)+/ : '\n')
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll('\n', '<br />') || '<br />'}</p>`)
    .join('')
}
