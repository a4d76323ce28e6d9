import { escapeText, type HtmlNode, openTag, voidTag } from './html-tree.ts'
import { withoutUnshowable } from './plain-text.ts'
import { colours, imageAttributes, linkAttributes } from './story-markup.ts'

/** The formats of a run, by the element or the style that says them. */
type Formats = {
  link?: string
  strong?: true
  em?: true
  u?: true
  s?: true
  script?: 'sub' | 'sup'
  code?: true
  color?: string
  background?: string
  size?: string
}

/** A piece of a line that is formatted in one way throughout: its text, a picture or a line break. */
export type Run = { formats: Formats } & ({ text: string } | { image: Record<string, string> } | { lineBreak: true })

const same: Record<string, 'strong' | 'em' | 'u' | 's' | 'code'> = {
  ...{ strong: 'strong', b: 'strong', em: 'em', i: 'em', u: 'u', ins: 'u' },
  ...{ s: 's', strike: 's', del: 's', code: 'code' },
}
/** Classes of elements that the editor adds for its own use. */
const editorOwn = /(?:^|\s)(?:ql-ui|ql-cursor|ql-upload)(?:\s|$)/

/**
 * A line as runs; undefined if it holds something that the editor cannot show in a line. White space is as a browser
 * shows it, so that two ways of writing the same line give the same runs.
 */
export function readRuns(nodes: readonly HtmlNode[]): Run[] | undefined {
  const runs: Run[] = []
  return collect(nodes, {}, runs) ? tidy(runs) : undefined
}

function collect(nodes: readonly HtmlNode[], formats: Formats, runs: Run[]): boolean {
  return nodes.every((node) => {
    if (typeof node === 'string') {
      runs.push({ text: node, formats })
      return true
    }
    const { name, attributes, children } = node
    if (editorOwn.test(attributes.class ?? '')) return true
    if (name === 'br') {
      runs.push({ lineBreak: true, formats: {} })
      return true
    }
    if (name === 'img') {
      // Only a picture that stands alone has a size.
      const image = imageAttributes({ ...attributes, class: '' })
      if (image) runs.push({ image, formats: formats.link ? { link: formats.link } : {} })
      return true
    }
    const inner = formatsOf(name, attributes)
    return inner !== undefined && collect(children, { ...formats, ...inner }, runs)
  })
}

function formatsOf(name: string, attributes: Record<string, string>): Formats | undefined {
  const found: Formats = {}
  const format = same[name]
  if (format) found[format] = true
  else if (name === 'sub' || name === 'sup') found.script = name
  else if (name === 'a') {
    if (linkAttributes(attributes.href ?? '')) found.link = attributes.href ?? ''
  } else if (name !== 'span') return undefined

  const size = /(?:^|\s)ql-size-(small|large|huge)(?:\s|$)/.exec(attributes.class ?? '')?.[1]
  if (size) found.size = size
  for (const [, property, value] of (attributes.style ?? '').slice(0, 1_000).matchAll(/([\w-]+)\s*:\s*([^;]+)/g)) {
    const colour = readColour(value ?? '')
    if (!colour) continue
    if (property === 'color') found.color = colour
    if (property === 'background-color') found.background = colour
  }
  return found
}

/** Browsers give a colour back as rgb(), whatever was written. */
function readColour(value: string): string | undefined {
  const trimmed = value.trim().toLowerCase()
  const parts = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/.exec(trimmed)?.slice(1).map(Number)
  if (parts?.every((part) => part < 256)) return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return colours.some((pattern) => pattern.test(trimmed)) ? trimmed : undefined
}

function tidy(runs: Run[]): Run[] {
  const tidied: Run[] = []
  // White space at the start of a line and after white space is not shown.
  let afterSpace = true
  for (const run of runs) {
    if (!('text' in run)) {
      if ('lineBreak' in run) trimEnd(tidied)
      tidied.push(run)
      afterSpace = 'lineBreak' in run
      continue
    }
    let text = withoutUnshowable(run.text)
      .replaceAll('\uFEFF', '')
      .replace(/[ \t\n\r\f]+/g, ' ')
    if (afterSpace && text.startsWith(' ')) text = text.slice(1)
    if (!text) continue
    afterSpace = text.endsWith(' ')
    const last = tidied.at(-1)
    if (last && 'text' in last && key(last.formats) === key(run.formats)) last.text += text
    else tidied.push({ text, formats: run.formats })
  }
  // A line break at the end shows nothing; alone it is how an empty line is written.
  do trimEnd(tidied)
  while (dropLineBreak(tidied))
  return tidied
}

function trimEnd(runs: Run[]): void {
  for (let last = runs.at(-1); last && 'text' in last; last = runs.at(-1)) {
    if (last.text.endsWith(' ')) last.text = last.text.slice(0, -1)
    if (last.text) return
    runs.pop()
  }
}

function dropLineBreak(runs: Run[]): boolean {
  const last = runs.at(-1)
  if (!last || !('lineBreak' in last)) return false
  runs.pop()
  return true
}

function key({ link, strong, em, u, s, script, code, color, background, size }: Formats): string {
  return JSON.stringify([link, strong, em, u, s, script, code, color, background, size])
}

type Layer = { open: string; close: string }

/** Runs as HTML in one order of nesting; an empty line is a break. `lineBreak` is how one within the text is written. */
export function writeRuns(runs: readonly Run[], lineBreak = '<br />'): string {
  if (runs.length === 0) return '<br />'
  let html = ''
  let open: Layer[] = []
  const closeTo = (depth: number) => {
    while (open.length > depth) html += open.pop()?.close
  }
  for (const run of runs) {
    const layers = layersOf(run.formats)
    let shared = 0
    while (shared < open.length && open[shared]?.open === layers[shared]?.open) shared++
    closeTo(shared)
    for (const layer of layers.slice(shared)) html += layer.open
    open = layers
    html += 'text' in run ? escapeText(run.text) : 'image' in run ? voidTag('img', run.image) : lineBreak
  }
  closeTo(0)
  return html
}

function layersOf({ link, strong, em, u, s, script, code, color, background, size }: Formats): Layer[] {
  const layers: Layer[] = []
  const add = (name: string, attributes?: Record<string, string | undefined>) =>
    layers.push({ open: openTag(name, attributes), close: `</${name}>` })
  if (link) add('a', linkAttributes(link))
  if (strong) add('strong')
  if (em) add('em')
  if (u) add('u')
  if (s) add('s')
  if (script) add(script)
  if (code) add('code')
  if (size || color || background) {
    const style = [color && `color:${color}`, background && `background-color:${background}`].filter(Boolean).join(';')
    add('span', { class: size && `ql-size-${size}`, style: style || undefined })
  }
  return layers
}
