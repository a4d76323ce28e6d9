import { escapeText, type HtmlElement, type HtmlNode, parseTree } from './html-tree.ts'
import { type Run, readRuns } from './inline-runs.ts'
import { plainLine, withoutUnshowable } from './plain-text.ts'
import { editorClasses, imageAttributes, sixthHeadingClass, videoAttributes } from './story-markup.ts'

export type Line = { classes: string[]; runs: Run[] }
export type ListLine = Line & { type: 'ordered' | 'bullet' | 'checked' | 'unchecked'; indent: number }

/** A block of a story as the editor knows it; what the editor does not know is kept to the letter. */
export type Block =
  | { kind: 'text'; tag: string; line: Line }
  | { kind: 'quote'; lines: Line[] }
  | { kind: 'list'; lines: ListLine[]; ofEditor: boolean }
  | { kind: 'code'; text: string }
  | { kind: 'video'; attributes: Record<string, string> }
  | { kind: 'divider' }
  /** A picture that stands alone; its size is a class of `image`. */
  | { kind: 'picture'; image: Record<string, string>; caption: string }
  | { kind: 'kept'; html: string }
  /** The place of a picture that is being uploaded: never stored. */
  | { kind: 'upload'; id: string }

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const inline = new Set([
  ...['a', 'strong', 'b', 'em', 'i', 'u', 'ins', 's', 'strike', 'del', 'sub', 'sup', 'code', 'span', 'img', 'br'],
])
const indentMost = 8

/** The blocks of a story, of its stored HTML or of the editor's own, which must be within the bounds. */
export function readBlocks(html: string): Block[] {
  const blocks: Block[] = []
  let loose: HtmlNode[] = []
  const endLoose = () => {
    const nodes = loose
    loose = []
    const runs = readRuns(nodes)
    if (!runs) blocks.push({ kind: 'kept', html: nodes.map((node) => source(node, html)).join('') })
    else if (runs.length > 0) blocks.push(textBlock('p', { classes: [], runs }))
  }
  for (const node of parseTree(html)) {
    if (typeof node === 'string' || inline.has(node.name)) {
      loose.push(node)
      continue
    }
    endLoose()
    const block = readBlock(node, html)
    const last = blocks.at(-1)
    // The editor has a block for each line of a quote, and for a list whatever stood between its parts.
    if (block?.kind === 'quote' && last?.kind === 'quote') last.lines.push(...block.lines)
    else if (block?.kind === 'list' && last?.kind === 'list' && block.ofEditor && last.ofEditor)
      last.lines.push(...block.lines)
    else if (block) blocks.push(block)
  }
  endLoose()
  return blocks
}

function source(node: HtmlNode, html: string): string {
  return typeof node === 'string' ? escapeText(node) : html.slice(node.start, node.end)
}

function readBlock(element: HtmlElement, html: string): Block | undefined {
  const { name, attributes, children } = element
  const kept: Block = { kind: 'kept', html: html.slice(element.start, element.end) }
  const classes = (attributes.class ?? '').split(/\s+/)
  if (name === 'p' || headings.includes(name)) {
    const runs = readRuns(children)
    return runs ? textBlock(name, { classes: lineClasses(element), runs }) : kept
  }
  if (name === 'blockquote') {
    const lines = quoteLines(element)
    return lines ? { kind: 'quote', lines } : kept
  }
  if (name === 'ol' || name === 'ul') {
    const ofEditor = isEditorList(element)
    const lines = ofEditor ? editorListLines(element) : storedListLines(element, -1)
    return lines ? { kind: 'list', lines, ofEditor } : kept
  }
  if (name === 'pre' && children.every((child) => typeof child === 'string'))
    return codeBlock(children.join('').replace(/^\r?\n/, ''))
  if (name === 'iframe') {
    const found = videoAttributes(attributes)
    return found && { kind: 'video', attributes: found }
  }
  if (name === 'hr') return { kind: 'divider' }
  if (name === 'figure') return picture(element) ?? kept
  if (classes.includes('ql-code-block-container')) return codeBlock(children.map(textOf).join('\n'))
  if (classes.includes('ql-kept')) return { kind: 'kept', html: attributes['data-html'] ?? '' }
  if (classes.includes('ql-upload')) return { kind: 'upload', id: attributes['data-id'] ?? '' }
  return kept
}

function textBlock(tag: string, line: Line): Block {
  const [run, ...others] = line.runs
  const isPicture = tag === 'p' && line.classes.length === 0 && others.length === 0 && run && 'image' in run
  return isPicture && !run.formats.link
    ? { kind: 'picture', image: run.image, caption: '' }
    : { kind: 'text', tag, line }
}

/** A figure of one picture and a caption in plain words, or the editor's own; undefined for any other. */
function picture({ attributes, children }: HtmlElement): Block | undefined {
  const [image, caption, ...others] = children.filter((child) => !isBlank(child))
  if (image === undefined || typeof image === 'string' || image.name !== 'img') return undefined
  const found = imageAttributes(image.attributes)
  if (!found) return undefined
  const said = attributes['data-caption']
  if (said !== undefined) return { kind: 'picture', image: found, caption: plainLine(said) }
  if (caption === undefined) return { kind: 'picture', image: found, caption: '' }
  const isPlain =
    typeof caption !== 'string' &&
    caption.name === 'figcaption' &&
    caption.children.every((one) => typeof one === 'string')
  return isPlain && others.length === 0
    ? { kind: 'picture', image: found, caption: plainLine(textOf(caption)) }
    : undefined
}

function lineClasses({ name, attributes }: HtmlElement): string[] {
  const found = new Set((attributes.class ?? '').split(/\s+/))
  const allowed = name === 'h6' ? [...editorClasses, sixthHeadingClass] : editorClasses
  return allowed.filter((one) => found.has(one) && !one.startsWith('ql-size-'))
}

function quoteLines(quote: HtmlElement): Line[] | undefined {
  const runs = readRuns(quote.children)
  if (runs) return [{ classes: lineClasses(quote), runs }]
  const lines: Line[] = []
  for (const child of quote.children) {
    if (typeof child === 'string' && child.trim() === '') continue
    const line = typeof child !== 'string' && child.name === 'p' ? readRuns(child.children) : undefined
    if (typeof child === 'string' || !line) return undefined
    lines.push({ classes: lineClasses(child), runs: line })
  }
  return lines
}

function codeBlock(text: string): Block | undefined {
  const code = withoutUnshowable(text).replaceAll('\uFEFF', '').replace(/\n+$/, '')
  return code.trim() === '' ? undefined : { kind: 'code', text: code }
}

function textOf(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}

/** In the editor every list is an ol of one level whose lines say what they are. */
function isEditorList({ name, children }: HtmlElement): boolean {
  return (
    name === 'ol' &&
    children.length > 0 &&
    children.every((child) => typeof child !== 'string' && child.name === 'li' && 'data-list' in child.attributes)
  )
}

function editorListLines({ children }: HtmlElement): ListLine[] | undefined {
  const lines: ListLine[] = []
  for (const child of children) {
    if (typeof child === 'string') continue
    const runs = readRuns(child.children)
    if (!runs) return undefined
    const { classes, indent } = indentOf(child)
    lines.push({ type: listType(child, 'ordered'), indent, classes, runs })
  }
  return lines
}

/** A real list; its lines are one level deeper than `parentIndent`, and deeper still by their class. */
function storedListLines(list: HtmlElement, parentIndent: number): ListLine[] | undefined {
  const lines: ListLine[] = []
  for (const child of list.children) {
    if (typeof child === 'string' && child.trim() === '') continue
    if (typeof child === 'string' || child.name !== 'li') return undefined
    const firstList = child.children.findIndex(isList)
    const words = firstList < 0 ? child.children : child.children.slice(0, firstList)
    const nested = firstList < 0 ? [] : child.children.slice(firstList).filter((node) => !isBlank(node))
    const runs = readRuns(unwrapped(words))
    const { classes, indent: deeper } = indentOf(child)
    const indent = parentIndent + 1 + deeper
    if (!runs || indent > indentMost) return undefined
    lines.push({ type: listType(child, list.name === 'ul' ? 'bullet' : 'ordered'), indent, classes, runs })
    for (const inner of nested) {
      const innerLines = isList(inner) ? storedListLines(inner, indent) : undefined
      if (!innerLines) return undefined
      lines.push(...innerLines)
    }
  }
  return lines.length > 0 ? lines : undefined
}

function isList(node: HtmlNode): node is HtmlElement {
  return typeof node !== 'string' && (node.name === 'ul' || node.name === 'ol')
}

function isBlank(node: HtmlNode): boolean {
  return typeof node === 'string' && node.trim() === ''
}

/** The words of a line that are a paragraph, as in Markdown's loose lists. */
function unwrapped(nodes: HtmlNode[]): HtmlNode[] {
  const [only, ...others] = nodes.filter((node) => !isBlank(node))
  return only && others.length === 0 && typeof only !== 'string' && only.name === 'p' ? only.children : nodes
}

function indentOf(element: HtmlElement): { classes: string[]; indent: number } {
  const all = lineClasses(element)
  const classes = all.filter((name) => !name.startsWith('ql-indent-'))
  const indent = all.find((name) => name.startsWith('ql-indent-'))
  return { classes, indent: indent ? Number(indent.slice('ql-indent-'.length)) : 0 }
}

function listType({ attributes }: HtmlElement, otherwise: ListLine['type']): ListLine['type'] {
  const said = attributes['data-list']
  return said === 'bullet' || said === 'ordered' || said === 'checked' || said === 'unchecked' ? said : otherwise
}
