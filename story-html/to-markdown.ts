import { Parser } from 'htmlparser2'
import TurndownService from 'turndown'
import { htmlFault } from './html-tree.ts'
import { wordsOf } from './plain-text.ts'

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
  hr: '---',
  // A blank line would end the HTML block, and what follows in an attribute would be Markdown with tags of its own.
  keepReplacement: (_, node) => {
    const html = (node as Element).outerHTML.replace(/[\r\n](?=[^\S\r\n]*[\r\n])/g, (end) => `&#${end.charCodeAt(0)};`)
    return `\n\n${html}\n\n`
  },
})

const escapeSigns = turndown.escape
turndown.escape = (text) => withoutMarkup(escapeSigns(text))
turndown.addRule('picture', {
  filter: 'img',
  replacement: (_, node) => {
    const [alt = '', src = ''] = ['alt', 'src'].map((name) => (node as Element).getAttribute(name) ?? '')
    return src ? `![${turndown.escape(alt.replace(/\s+/g, ' '))}](${destination(src)})` : ''
  },
})
turndown.addRule('link', {
  filter: (node) => node.nodeName === 'A' && !!node.getAttribute('href'),
  replacement: (content, node) => `[${content}](${destination((node as Element).getAttribute('href') ?? '')})`,
})
turndown.keep(['table'])
turndown.addRule('video', {
  filter: 'iframe',
  replacement: (_, node) => `\n\n<${(node as Element).getAttribute('src') ?? ''}>\n\n`,
})
turndown.addRule('small', {
  filter: ['sub', 'sup'],
  replacement: (content, { nodeName }) => `<${nodeName.toLowerCase()}>${content}</${nodeName.toLowerCase()}>`,
})
turndown.addRule('struck', { filter: ['s', 'del'], replacement: (content) => `~~${content}~~` })
turndown.addRule('code', { filter: 'pre', replacement: (_, node) => fenced(node.textContent ?? '') })
turndown.addRule('check list line', {
  filter: (node) => node.nodeName === 'LI' && isDone(node) !== undefined,
  replacement: (content, node) => {
    const line = content.trim().replaceAll('\n', '\n    ')
    return `-   [${isDone(node as Element) ? 'x' : ' '}] ${line}${node.nextSibling ? '\n' : ''}`
  },
})
turndown.addRule('caption', { filter: 'figcaption', replacement: (content) => `\n\n*${content.trim()}*\n\n` })

/** Between two of these nothing flows together, so that a story can be cut there. */
const blocks = new Set([
  ...['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'div', 'pre', 'ol', 'ul', 'figure', 'table'],
])
const portionLength = 4_000
/**
 * The most that turndown converts at once: it looks at every pair of neighbours, indents every line for each level, and looks
 * for the end of white space from each of its characters.
 */
const portionMost = { tags: 300, charactersTimesDepth: 200_000, spacesLookedAtPerCharacter: 20 }

type Portion = { html: string; tags: number; depth: number }

/**
 * A story's sanitised HTML as Markdown, for readers that want text. A single block with so much formatting that it
 * would hold up everyone else becomes its plain text; HTML beyond the bounds becomes nothing.
 */
export function htmlToMarkdown(html: string): string {
  if (htmlFault(html)) return '\n'
  return `${portions(html).map(portionToMarkdown).filter(Boolean).join('\n\n')}\n`
}

/** Plain text in Markdown, with nothing in it that HTML would read as a tag or an entity; Markdown's own signs stay. */
export function withoutMarkup(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;')
}

/** An address without the signs that would end it, or that HTML would read as a tag. */
function destination(address: string): string {
  return address.replace(/[<>()\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

function portionToMarkdown({ html, tags, depth }: Portion): string {
  const heavy =
    tags > portionMost.tags ||
    html.length * depth > portionMost.charactersTimesDepth ||
    spacesLookedAt(html) > html.length * portionMost.spacesLookedAtPerCharacter
  if (!heavy) return turndown.turndown(html).trim()
  return wordsOf(html)
    .split('\n')
    .map((line) => turndown.escape(line))
    .join('\n\n')
}

/** A fence that is longer than any in the code (CommonMark 4.5). */
function fenced(code: string): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}\n${code.replace(/\n$/, '')}\n${fence}\n\n`
}

/** Undefined for a line of any other list. */
function isDone(line: Element): boolean | undefined {
  const said = line.getAttribute('data-list')
  return said === 'checked' || said === 'unchecked' ? said === 'checked' : undefined
}

function spacesLookedAt(html: string): number {
  return (html.match(/\s+/g) ?? []).reduce((sum, { length }) => sum + length * length, 0)
}

/** The story cut between its outermost blocks. */
function portions(html: string): Portion[] {
  const found: Portion[] = []
  let [start, tags, open, depth] = [0, 0, 0, 0]
  const cut = (end: number) => {
    if (end > start) found.push({ html: html.slice(start, end), tags, depth })
    ;[start, tags, depth] = [end, 0, 0]
  }
  const parser = new Parser({
    onopentagname() {
      tags++
      open++
      depth = Math.max(depth, open)
    },
    onclosetag(name) {
      open--
      if (open === 0 && blocks.has(name) && parser.endIndex + 1 - start >= portionLength) cut(parser.endIndex + 1)
    },
  })
  parser.end(html)
  cut(html.length)
  return found
}
