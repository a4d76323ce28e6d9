import { escapeHtml } from './escape-html.ts'
import { wordAtMost } from './excerpt.ts'
import { type HtmlNode, htmlFault, parseTree } from './html-tree.ts'
import { type Around, headings, serif, shellOf, within, write } from './mail-elements.ts'
import type { MailPlace } from './mail-links.ts'
import { mailText } from './mail-text.ts'

/** A paragraph longer than this may be cut within, at a word. */
const longParagraphBytes = 6_000

/** A story's text as an email has it. */
export type WrittenStory = {
  html: string
  /** Always the whole text. */
  text: string
  /** Whether the HTML ends before the story does. */
  isCut: boolean
}

/**
 * Writes a story's sanitised HTML as email apps show it: with inline styles, absolute links and pictures as JPEG. Nothing
 * is copied; each element is written anew. Classes (`ink`, `soft`, `line`, `link`, `tint`) are for the dark colours of the
 * email's head, so the writer's own colours are dropped. Pictures on other sites are links, because loading one would
 * tell that site that the email was opened; so are videos.
 *
 * @param bytesMost the HTML ends at the last block that fits.
 */
export function writeStoryForMail(
  content: string,
  { bytesMost, ...place }: MailPlace & { bytesMost: number },
): WrittenStory {
  const nodes = htmlFault(content) ? [] : parseTree(content)
  const [open, close] = [
    `<div class="ink" style="font:18px/30px ${serif};color:#1D1B16;word-break:break-word;">`,
    '</div>',
  ]
  const { html, isCut } = writeWithin(nodes, bytesMost - open.length - close.length, { place })
  return { html: `${open}${html}${close}`, text: mailText(nodes, place), isCut }
}

const encoder = new TextEncoder()
const bytesOf = (html: string) => encoder.encode(html).length
const divisible = new Set(['blockquote', 'div', 'ol', 'ul', 'table', 'tbody', 'figure'])
const lines = new Set(['p', 'li', 'pre'])

/** Writes the nodes that fit: whole ones, and of the first that doesn't fit its parts, or its first words if it is long. */
function writeWithin(nodes: readonly HtmlNode[], bytesMost: number, around: Around): { html: string; isCut: boolean } {
  const written: { node: HtmlNode; html: string }[] = []
  let left = bytesMost
  for (const node of nodes) {
    const html = write(node, around)
    const bytes = bytesOf(html)
    if (bytes <= left) {
      written.push({ node, html })
      left -= bytes
      continue
    }
    const part = writePart(node, { html, bytes, left }, around)
    if (part) written.push({ node, html: part })
    // A heading promises what follows it.
    while (isHeading(written.at(-1)?.node)) written.pop()
    return { html: written.map((one) => one.html).join(''), isCut: true }
  }
  return { html: written.map((one) => one.html).join(''), isCut: false }
}

function writePart(
  node: HtmlNode,
  { html, bytes, left }: { html: string; bytes: number; left: number },
  around: Around,
): string {
  const isText = typeof node === 'string'
  const [open, close] = isText ? ['', ''] : shellOf(node, around)
  const inner = left - bytesOf(open + close)
  if (!isText && divisible.has(node.name)) {
    const part = writeWithin(node.children, inner, within(node, around)).html
    return part && `${open}${part}${close}`
  }
  if (!(isText || lines.has(node.name)) || bytes < longParagraphBytes || inner < longParagraphBytes / 2) return ''
  const words = wordsOf(node)
  const characters = Math.floor((words.length * inner * 0.9) / Math.max(bytesOf(escapeHtml(words)), html.length))
  return `${open}${escapeHtml(wordAtMost(words, characters))}${close}`
}

function isHeading(node: HtmlNode | undefined): boolean {
  return typeof node === 'object' && node.name in headings
}

function wordsOf(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(wordsOf).join('')
}
