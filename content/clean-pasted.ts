import { fromEditor } from './from-editor.ts'
import { htmlFault } from './html-bounds.ts'
import { escapeText, type HtmlElement, type HtmlNode, openTag, parseTree } from './html-tree.ts'
import { cleanInline, type Finds, neverShown, styleValue } from './pasted-inline.ts'
import { videoAttributes } from './story-markup.ts'
import { videoAddress } from './video-address.ts'

/**
 * Pasted HTML in the form that is stored. The pictures that came as data: addresses are taken out: for each an
 * `<img data-pasted="n" />` stands as a block of its own. How many were lost, because they are on another computer's disk.
 */
export type Pasted = { html: string } & Finds

/** What Word, Google Docs, Notion and other pages put on the clipboard, as a story can have it; undefined where it is too much. */
export function cleanPasted(html: string): Pasted | undefined {
  if (htmlFault(html)) return undefined
  const finds: Finds = { pictures: [], lostPictures: 0 }
  const tree = parseTree(html)
  const code = codeOfEditor(tree)
  if (code !== undefined) return { html: `<pre>${escapeText(code)}</pre>`, ...finds }
  const paste = new Paste(finds, hasElement(tree, 'h1') ? 1 : 0)
  paste.blocks(tree)
  return { html: paste.result(), ...finds }
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

const containers = new Set([
  ...[
    'html',
    'body',
    'div',
    'section',
    'article',
    'main',
    'header',
    'footer',
    'aside',
    'nav',
    'form',
    'fieldset',
    'address',
  ],
  ...['details', 'summary', 'dl', 'dt', 'dd', 'center', 'hgroup', 'picture', 'figcaption'],
  ...['caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
])
const blockTags = new Set([
  ...containers,
  ...[
    'p',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'ul',
    'ol',
    'li',
    'pre',
    'table',
    'hr',
    'figure',
    'iframe',
  ],
])

type Level = 0 | 1

class Paste {
  private html: string[] = []
  private line: HtmlNode[] = []
  private readonly finds: Finds
  /** Where there is an h1, every heading goes one down: it is the page's title that is the h1. */
  private readonly down: Level

  constructor(finds: Finds, down: Level) {
    this.finds = finds
    this.down = down
  }

  /** Written as the editor would give it back; data: pictures stand between the blocks. */
  result(): string {
    return this.html
      .join('')
      .split(/(<img data-pasted="\d+" \/>)/)
      .map((part) => (part.startsWith('<img data-pasted') ? part : fromEditor(part)))
      .join('')
  }

  blocks(nodes: readonly HtmlNode[]): void {
    for (const node of nodes) {
      if (typeof node === 'string') this.line.push(node)
      else if (neverShown.has(node.name)) continue
      else if (blockTags.has(node.name)) {
        this.endLine()
        this.block(node)
      } else if (hasBlock(node)) this.blocks(node.children)
      else this.line.push(node)
    }
    this.endLine()
  }

  private block(element: HtmlElement): void {
    const { name, attributes, children } = element
    if (isWordListLine(element)) this.html.push(this.wordListLine(element))
    else if (/^h[1-6]$/.test(name)) this.heading(element)
    else if (name === 'p') this.paragraph(element)
    else if (name === 'blockquote') this.quote(children)
    else if (name === 'ul' || name === 'ol') this.html.push(...this.listLines(element, 0))
    else if (name === 'li') this.html.push(...this.listLines({ ...element, name: 'ul', children: [element] }, 0))
    else if (name === 'pre') this.html.push(`<pre>${escapeText(codeText(children))}</pre>`)
    else if (name === 'table') this.table(element)
    else if (name === 'hr') this.html.push('<hr />')
    else if (name === 'figure') this.figure(element)
    else if (name === 'iframe') this.video(attributes.src ?? '')
    else this.blocks(children)
  }

  private endLine(): void {
    const nodes = this.line
    this.line = []
    this.paragraphs(cleanInline(nodes, { finds: this.finds }), '')
  }

  private paragraph(element: HtmlElement): void {
    if (element.children.some((child) => typeof child !== 'string' && hasBlock(child))) {
      this.blocks(element.children)
      return
    }
    this.paragraphs(cleanInline(element.children, { finds: this.finds }), alignment(element))
  }

  /** Two breaks end a paragraph, as people write where there is nothing better. */
  private paragraphs(line: string, align: string): void {
    for (const part of line.split(/(<img data-pasted="\d+" \/>)|(?:<br \/>\s*){2,}/)) {
      if (part?.startsWith('<img data-pasted')) this.html.push(part)
      else if (part && /\S/.test(part.replace(/<br \/>/g, '')))
        this.html.push(`${openTag('p', { class: align || undefined })}${part}</p>`)
    }
  }

  private heading(element: HtmlElement): void {
    const inner = cleanInline(element.children, { finds: this.finds, isHeading: true })
    const level = Math.min(6, Math.max(2, Number(element.name.slice(1)) + this.down))
    const words = inner.replace(/<img[^>]*>/g, '').replace(/<br \/>/g, ' ')
    if (words.trim())
      this.html.push(`${openTag(`h${level}`, { class: alignment(element) || undefined })}${words}</h${level}>`)
    for (const [picture] of inner.matchAll(/<img[^>]*>/g)) this.paragraphs(picture, '')
  }

  private quote(children: readonly HtmlNode[]): void {
    const inner = new Paste(this.finds, this.down)
    inner.blocks(children)
    // In a quote stand paragraphs only: what else there is stands beside it.
    for (const html of inner.html)
      this.html.push(
        /^<p\b/.test(html) ? html.replace(/^<p\b/, '<blockquote').replace(/<\/p>$/, '</blockquote>') : html,
      )
  }

  /** The lines of a list as the editor has them: of one level, each saying what it is. */
  private listLines(list: HtmlElement, level: number): string[] {
    const lines: string[] = []
    for (const child of list.children) {
      if (typeof child === 'string') {
        if (child.trim()) lines.push(editorListLine(escapeText(child), 'bullet', level))
      } else if (neverShown.has(child.name)) continue
      else if (child.name === 'ul' || child.name === 'ol') lines.push(...this.listLines(child, level + 1))
      else lines.push(...this.listLine(child, list.name === 'ol' ? 'ordered' : 'bullet', level))
    }
    return lines
  }

  private listLine(element: HtmlElement, type: string, level: number): string[] {
    const words: HtmlNode[] = []
    const nested: string[] = []
    const visit = (nodes: readonly HtmlNode[]) => {
      for (const node of nodes) {
        if (typeof node === 'string' || !hasBlock(node)) words.push(node)
        else if (node.name === 'ul' || node.name === 'ol') nested.push(...this.listLines(node, level + 1))
        else {
          // A paragraph within a line goes on after a break.
          if (words.some((word) => typeof word !== 'string' || word.trim())) words.push(lineBreak)
          visit(node.children)
        }
      }
    }
    visit(element.children)
    const box = checkBox(element)
    const inner = cleanInline(words, { finds: this.finds })
    const pictures = [...inner.matchAll(/<img data-pasted="\d+" \/>/g)].map(([picture]) => picture)
    const line = inner.replace(/<img data-pasted="\d+" \/>/g, '')
    return [editorListLine(line, box ?? type, level), ...nested, ...pictures]
  }

  private wordListLine(element: HtmlElement): string {
    const level = Number(/level(\d)/i.exec(element.attributes.style ?? '')?.[1] ?? 1) - 1
    const mark = wordListMark(element.children)
    const type = /^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(mark) ? 'ordered' : 'bullet'
    return editorListLine(cleanInline(element.children, { finds: this.finds }), type, level)
  }

  private table({ children }: HtmlElement): void {
    const [caption] = elements(children, 'caption')
    if (caption) this.blocks(caption.children)
    const parts = children.filter((part) => part !== caption)
    const rows = elements(parts, 'tr').map((row) =>
      row.children.filter((cell): cell is HtmlElement => typeof cell !== 'string' && /^t[dh]$/.test(cell.name)),
    )
    const cells = rows.flat()
    const inCells = cells.map(({ children: words }) => codeText(words)).join('')
    // One within another, or of one cell, was made for its looks; and words beside the cells are not to be lost.
    const isReal =
      cells.length > 1 && !hasElement(parts, 'table') && withoutSpace(inCells) === withoutSpace(codeText(parts))
    if (!isReal) {
      this.blocks(parts)
      return
    }
    const written = rows
      .filter((row) => row.length > 0)
      .map((row) => `<tr>${row.map((cell) => `${cellTag(cell)}${this.cell(cell)}</${cell.name}>`).join('')}</tr>`)
    this.html.push(`<table><tbody>${written.join('')}</tbody></table>`)
  }

  private cell({ children }: HtmlElement): string {
    const parts = children.flatMap((child) =>
      typeof child !== 'string' && blockTags.has(child.name) ? [lineBreak, ...child.children] : [child],
    )
    const html = cleanInline(parts, { finds: this.finds }).replace(/<img data-pasted="\d+" \/>/g, () => {
      this.finds.lostPictures++
      return ''
    })
    return html.replace(/\s+/g, ' ').replace(/^(?:\s|<br \/>)+|(?:\s|<br \/>)+$/g, '')
  }

  private figure({ children }: HtmlElement): void {
    const [picture] = elements(children, 'img')
    const [caption] = elements(children, 'figcaption')
    const image = picture ? cleanInline([picture], { finds: this.finds }) : ''
    const words = caption ? cleanInline(caption.children, { finds: this.finds }).trim() : ''
    if (!image || !words || image.includes('data-pasted')) this.blocks(children)
    else this.html.push(`<figure>${image}<figcaption>${words}</figcaption></figure>`)
  }

  private video(src: string): void {
    const address = videoAttributes({ src }) ? src : videoAddress(src)
    if (address) this.html.push(`${openTag('iframe', { src: address })}</iframe>`)
  }
}

const lineBreak: HtmlElement = { name: 'br', attributes: {}, children: [], start: 0, end: 0 }

function hasBlock(element: HtmlElement): boolean {
  return blockTags.has(element.name) || element.children.some((child) => typeof child !== 'string' && hasBlock(child))
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '')
}

function hasElement(nodes: readonly HtmlNode[], name: string): boolean {
  return elements(nodes, name).length > 0
}

function elements(nodes: readonly HtmlNode[], name: string): HtmlElement[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...(node.name === name ? [node] : []), ...elements(node.children, name)],
  )
}

function alignment({ attributes }: HtmlElement): string {
  const said = styleValue(attributes.style ?? '', 'text-align') || (attributes.align ?? '').toLowerCase()
  return said === 'center' || said === 'right' ? `ql-align-${said}` : ''
}

function editorListLine(inner: string, type: string, level: number): string {
  const indent = Math.min(8, level)
  const attributes = { class: indent > 0 ? `ql-indent-${indent}` : undefined, 'data-list': type }
  return `<ol>${openTag('li', attributes)}${inner}</li></ol>`
}

function isWordListLine({ name, attributes }: HtmlElement): boolean {
  return name === 'p' && /mso-list:\s*l\d/i.test(attributes.style ?? '')
}

function wordListMark(nodes: readonly HtmlNode[]): string {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    if (/mso-list:\s*ignore/i.test(node.attributes.style ?? '')) return codeText(node.children).trim()
    const found = wordListMark(node.children)
    if (found) return found
  }
  return ''
}

/** What GitHub, Notion and Markdown make of `[x]`. */
function checkBox(element: HtmlElement): string | undefined {
  const [box] = elements(element.children, 'input')
  const said = element.attributes['data-checked'] ?? element.attributes['aria-checked']
  if (box?.attributes.type === 'checkbox') return 'checked' in box.attributes ? 'checked' : 'unchecked'
  return said === undefined ? undefined : said === 'true' ? 'checked' : 'unchecked'
}

function cellTag({ name, attributes: { colspan, rowspan } }: HtmlElement): string {
  return openTag(name, { colspan: colspan || undefined, rowspan: rowspan || undefined })
}

function codeText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.name === 'br') return '\n'
      return neverShown.has(node.name) ? '' : codeText(node.children)
    })
    .join('')
}

/** Code editors write a div for each line, in a fixed font with white space as it is. */
function codeOfEditor(tree: readonly HtmlNode[]): string | undefined {
  const [body] = elements(tree, 'body')
  const outer = (body?.children ?? tree).filter(
    (node): node is HtmlElement => typeof node !== 'string' && !neverShown.has(node.name),
  )
  const [only] = outer
  const style = only?.attributes.style ?? ''
  const isCode =
    /mono|consolas|menlo|courier/i.test(styleValue(style, 'font-family')) &&
    styleValue(style, 'white-space').startsWith('pre')
  if (!only || outer.length !== 1 || !isCode) return undefined
  return only.children
    .map((line) => (typeof line === 'string' ? line : line.name === 'br' ? '' : codeText([line])))
    .join('\n')
}
