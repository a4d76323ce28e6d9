import { fromEditor } from './from-editor.ts'
import { elements, escapeText, type HtmlElement, type HtmlNode, htmlFault, openTag, parseTree } from './html-tree.ts'
import {
  blockTags,
  codeOfEditor,
  codeText,
  hasBlock,
  isWordListLine,
  listLines,
  tableHtml,
  wordListLine,
} from './pasted-blocks.ts'
import { cleanInline, type Finds, neverShown, styleValue } from './pasted-inline.ts'
import { videoAttributes } from './story-markup.ts'
import { videoAddress } from './video-address.ts'

/**
 * Pasted HTML in the form that is stored. Pictures with data: addresses are taken out; an `<img data-pasted="n" />`, as
 * a block of its own, takes the place of each. Also counts the pictures that are lost because they are on another
 * computer's disk.
 */
export type Pasted = { html: string } & Finds

/** Cleans what Word, Google Docs, Notion and web pages put on the clipboard; undefined if it is too large. */
export function cleanPasted(html: string): Pasted | undefined {
  if (htmlFault(html)) return undefined
  const finds: Finds = { pictures: [], lostPictures: 0 }
  const tree = parseTree(html)
  const code = codeOfEditor(tree)
  if (code !== undefined) return { html: `<pre>${escapeText(code)}</pre>`, ...finds }
  const paste = new Paste(finds, elements(tree, 'h1').length > 0)
  paste.blocks(tree)
  return { html: paste.result(), ...finds }
}

class Paste {
  private html: string[] = []
  private line: HtmlNode[] = []
  private readonly finds: Finds
  /** If there is an h1, every heading goes one level down: the h1 is the page's title. */
  private readonly hasTitle: boolean

  constructor(finds: Finds, hasTitle: boolean) {
    this.finds = finds
    this.hasTitle = hasTitle
  }

  /** Written as the editor would give it back; data: pictures go between the blocks. */
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
    if (isWordListLine(element)) this.html.push(wordListLine(element, this.finds))
    else if (/^h[1-6]$/.test(name)) this.heading(element)
    else if (name === 'p') this.paragraph(element)
    else if (name === 'blockquote') this.quote(children)
    else if (name === 'ul' || name === 'ol') this.html.push(...listLines(element, 0, this.finds))
    else if (name === 'li') this.html.push(...listLines({ ...element, name: 'ul', children: [element] }, 0, this.finds))
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
    this.paragraphs(cleanInline(nodes, { finds: this.finds }))
  }

  private paragraph(element: HtmlElement): void {
    if (element.children.some((child) => typeof child !== 'string' && hasBlock(child))) {
      this.blocks(element.children)
      return
    }
    this.paragraphs(cleanInline(element.children, { finds: this.finds }), alignment(element))
  }

  /** Two breaks end a paragraph, as people write if there is nothing better. */
  private paragraphs(line: string, align?: string): void {
    for (const part of line.split(/(<img data-pasted="\d+" \/>)|(?:<br \/>\s*){2,}/)) {
      if (part?.startsWith('<img data-pasted')) this.html.push(part)
      else if (part && /\S/.test(part.replace(/<br \/>/g, '')))
        this.html.push(`${openTag('p', { class: align })}${part}</p>`)
    }
  }

  private heading(element: HtmlElement): void {
    const inner = cleanInline(element.children, { finds: this.finds, isHeading: true })
    const level = Math.min(6, Math.max(2, Number(element.name.slice(1)) + (this.hasTitle ? 1 : 0)))
    const words = inner.replace(/<img[^>]*>/g, '').replace(/<br \/>/g, ' ')
    if (words.trim()) this.html.push(`${openTag(`h${level}`, { class: alignment(element) })}${words}</h${level}>`)
    for (const [picture] of inner.matchAll(/<img[^>]*>/g)) this.paragraphs(picture)
  }

  private quote(children: readonly HtmlNode[]): void {
    const inner = new Paste(this.finds, this.hasTitle)
    inner.blocks(children)
    // A quote holds paragraphs only: anything else goes beside it.
    for (const html of inner.html)
      this.html.push(
        /^<p\b/.test(html) ? html.replace(/^<p\b/, '<blockquote').replace(/<\/p>$/, '</blockquote>') : html,
      )
  }

  private table({ children }: HtmlElement): void {
    const [caption] = elements(children, 'caption')
    if (caption) this.blocks(caption.children)
    const parts = children.filter((part) => part !== caption)
    const table = tableHtml(parts, this.finds)
    if (table) this.html.push(table)
    else this.blocks(parts)
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

function alignment({ attributes }: HtmlElement): string | undefined {
  const said = styleValue(attributes.style ?? '', 'text-align') || (attributes.align ?? '').toLowerCase()
  return said === 'center' || said === 'right' ? `ql-align-${said}` : undefined
}

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
