import type { HtmlElement, HtmlNode } from './html-tree.ts'
import { type MailPlace, mailLink, videoPage } from './mail-links.ts'

const lineMost = 78
/** Deeper lists and quotes are written no further to the right. */
const depthMost = 6
const blocks = new Set([
  ...['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'div', 'pre', 'hr', 'ol', 'ul', 'iframe'],
  ...['figure', 'figcaption', 'table', 'thead', 'tbody', 'tr'],
])

/** The words of a story for the plain-text part of an email: every one of them, in lines of at most 78 characters. */
export function mailText(nodes: readonly HtmlNode[], place: MailPlace): string {
  return writeBlocks(nodes, { place, width: lineMost, depth: 0 }).join('\n\n')
}

type Room = { place: MailPlace; width: number; depth: number }

/** Each block by itself; words outside any block are a paragraph. */
function writeBlocks(nodes: readonly HtmlNode[], room: Room): string[] {
  const written: string[] = []
  let loose: HtmlNode[] = []
  const endLoose = () => {
    written.push(wrapText(inline(loose, room.place), '', room.width))
    loose = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !blocks.has(node.name)) {
      loose.push(node)
      continue
    }
    endLoose()
    written.push(writeBlock(node, room))
  }
  endLoose()
  return written.filter((text) => text.trim() !== '')
}

function writeBlock(element: HtmlElement, room: Room): string {
  const { name, children, attributes } = element
  switch (name) {
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return underlined(inline(children, room.place))
    case 'blockquote':
      return indented(writeBlocks(children, narrower(room, 2)).join('\n\n'), room, '> ')
    case 'pre':
      return rawText(children).replace(/\n$/, '').replace(/^/gm, '    ')
    case 'ol':
    case 'ul':
      return writeList(element, room)
    case 'hr':
      return '* * *'
    case 'iframe':
      return videoInWords(attributes.src ?? '')
    case 'tr':
      return children.flatMap((cell) => (typeof cell === 'string' ? [] : [inline([cell], room.place)])).join(' | ')
    case 'table':
    case 'thead':
    case 'tbody':
      return writeBlocks(children, room).join('\n')
    default:
      return writeBlocks(children, room).join('\n\n')
  }
}

function writeList({ name, children }: HtmlElement, room: Room): string {
  let number = 0
  return children
    .flatMap((line) => {
      if (typeof line === 'string') return []
      number++
      const sign = signOf(line) ?? (name === 'ol' ? `${number}.` : '-')
      const indent = ' '.repeat(room.depth < depthMost ? sign.length + 1 : 0)
      const text = writeBlocks(line.children, narrower(room, sign.length + 1)).join('\n')
      return [`${sign} ${text.replaceAll('\n', `\n${indent}`)}`]
    })
    .join('\n')
}

/** The box of a line that can be ticked; the editor marks the lines of its own lists. */
export function signOf({ attributes }: HtmlElement): string | undefined {
  const said = attributes['data-list']
  if (said === 'checked') return '☑'
  return said === 'unchecked' ? '☐' : undefined
}

function narrower(room: Room, by: number): Room {
  return { ...room, width: Math.max(30, room.width - by), depth: room.depth + 1 }
}

function indented(text: string, { depth }: Room, sign: string): string {
  return depth < depthMost ? text.replace(/^/gm, sign).replace(/ +$/gm, '') : text
}

function underlined(title: string): string {
  return title && `${wrapText(title)}\n${'-'.repeat(Math.min([...title].length, 60))}`
}

/** One line, but for breaks; an address follows the words of its link. */
function inline(nodes: readonly HtmlNode[], place: MailPlace): string {
  return inlineParts(nodes, place)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}

function inlineParts(nodes: readonly HtmlNode[], place: MailPlace): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node.replace(/\s+/g, ' ')
      const { name, attributes, children } = node
      if (name === 'br') return '\n'
      if (name === 'img') return attributes.alt?.trim() ? ` [Picture: ${attributes.alt.trim()}] ` : ''
      if (name === 'iframe') return videoInWords(attributes.src ?? '')
      const words = inlineParts(children, place)
      const url = name === 'a' ? mailLink(attributes.href ?? '', place) : undefined
      if (url && url !== words.trim()) return `${words} (${url})`
      return blocks.has(name) || name === 'li' ? ` ${words} ` : words
    })
    .join('')
}

function videoInWords(src: string): string {
  const page = videoPage(src)
  return page ? `Watch the video:\n${page.url}` : ''
}

function rawText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.name === 'br' ? '\n' : rawText(node.children)))
    .join('')
}

/** Wraps a text at `most` characters; a longer word, such as an address, stays whole. */
export function wrapText(text: string, indent = '', most = lineMost): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, most - indent.length).join(`\n${indent}`))
    .join(`\n${indent}`)
}

function wrapLine(line: string, most: number): string[] {
  if (line.length <= most) return [line]
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > most) {
      lines.push(current)
      current = word
    } else {
      current = current === '' ? word : `${current} ${word}`
    }
  }
  return [...lines, current]
}
