import { escapeHtml } from './escape-html.ts'
import type { HtmlElement, HtmlNode } from './html-tree.ts'
import { type MailPlace, mailLink, videoPage } from './mail-links.ts'
import { mailPicture } from './mail-picture.ts'
import { signOf } from './mail-text.ts'

export const serif = "Georgia,'Times New Roman',serif"
export const sans = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const mono = 'Consolas,Menlo,monospace'
/** The width of an email's column, in pixels. */
const columnWidth = 518
/** A picture up to this width stands in its line. */
const inlineWidthMost = 100
/** Where an element stands. */
export type Around = { place: MailPlace; inLink?: boolean; inCell?: boolean; inList?: boolean }

/** Writes a node of a story's HTML anew; nothing of it is copied. */
export function write(node: HtmlNode, around: Around): string {
  if (typeof node === 'string') return escapeHtml(node)
  const leaf = leaves[node.name]
  if (leaf) return leaf(node, around)
  const [open, close] = shellOf(node, around)
  return `${open}${writeAll(node.children, within(node, around))}${close}`
}

function writeAll(nodes: readonly HtmlNode[], around: Around): string {
  return nodes.map((node) => write(node, around)).join('')
}

export function within({ name }: HtmlElement, around: Around): Around {
  if (name === 'a') return { ...around, inLink: true }
  if (name === 'td' || name === 'th') return { ...around, inCell: true, inList: false }
  if (name === 'li') return { ...around, inList: true }
  return around
}

export const headings: Record<string, string> = {
  h2: '600 24px/31px',
  h3: '600 21px/28px',
  h4: '600 18px/26px',
  h5: '600 16px/24px',
  h6: '600 16px/24px',
}
const plain = new Set(['strong', 'em', 'u', 's', 'sub', 'sup'])
const renamed: Record<string, string> = { b: 'strong', i: 'em' }

type Shell = [open: string, close: string]

/** The tags before and after an element's content; none for an element that an email does without. */
export function shellOf(element: HtmlElement, around: Around): Shell {
  const { name, attributes } = element
  const tag = renamed[name] ?? name
  if (plain.has(tag)) return [`<${tag}>`, `</${tag}>`]
  const font = headings[name]
  if (font) return block(name, `margin:32px 0 12px;font:${font} ${serif};`, element)
  switch (name) {
    case 'p':
      return block('p', `margin:0 0 ${around.inCell || around.inList ? 6 : 20}px;`, element)
    case 'div':
      return block('div', '', element)
    case 'blockquote':
      return block(
        'blockquote',
        'margin:0 0 20px;padding:2px 0 2px 18px;border-left:3px solid #E4E0D6;font-style:italic;',
        element,
      )
    case 'ul':
    case 'ol':
      return [`<${name} style="margin:${around.inList ? '6px 0 0' : '0 0 20px'};padding:0 0 0 26px;">`, `</${name}>`]
    case 'li': {
      const sign = signOf(element)
      const [open, close] = block('li', `margin:0 0 8px;${sign ? 'list-style:none;' : ''}`, element)
      return [`${open}${sign ? `${sign} ` : ''}`, close]
    }
    case 'a': {
      const url = around.inLink ? undefined : mailLink(attributes.href ?? '', around.place)
      return url ? [`<a class="link" href="${escapeHtml(url)}" style="color:#1B5E8A;">`, '</a>'] : ['', '']
    }
    case 'code':
      return [
        `<code class="tint" style="padding:1px 4px;border-radius:4px;background:#F3F0E8;font:15px ${mono};">`,
        '</code>',
      ]
    case 'span': {
      const size = sizes.find(([suffix]) => classesOf(element).includes(`ql-size-${suffix}`))
      return size ? [`<span style="font-size:${size[1]};">`, '</span>'] : ['', '']
    }
    case 'figure':
      return ['<div style="margin:0 0 20px;">', '</div>']
    case 'figcaption':
      return [`<p class="soft" dir="auto" style="margin:8px 0 0;font:13px/20px ${sans};color:#57534A;">`, '</p>']
    case 'table':
      return [tableOpen, '</table></div>']
    case 'thead':
    case 'tbody':
    case 'tr':
      return [`<${name}>`, `</${name}>`]
    case 'td':
    case 'th':
      return cellShell(element)
    default:
      return ['', '']
  }
}

const sizes = [
  ['small', '15px'],
  ['large', '22px'],
  ['huge', '28px'],
] as const
const classOf: Record<string, string> = { blockquote: 'line' }

/** A block with the alignment, direction and indent that the writer gave it. */
function block(tag: string, style: string, element: HtmlElement): Shell {
  const classes = classesOf(element)
  const side = ['center', 'right', 'justify'].find((one) => classes.includes(`ql-align-${one}`))
  const indent = classes.find((one) => one.startsWith('ql-indent-'))?.slice('ql-indent-'.length)
  const own = `${style}${side ? `text-align:${side};` : ''}${indent ? `margin-left:${Number(indent) * 24}px;` : ''}`
  const dir = classes.includes('ql-direction-rtl') ? 'rtl' : 'auto'
  const name = classOf[tag] ? ` class="${classOf[tag]}"` : ''
  return [`<${tag}${name} dir="${dir}"${own && ` style="${own}"`}>`, `</${tag}>`]
}

function classesOf({ attributes }: Pick<HtmlElement, 'attributes'>): string[] {
  return (attributes.class ?? '').split(/\s+/)
}

/** Words stay whole, so that a table of many columns scrolls where it doesn't fit. */
const tableOpen = `<div style="margin:0 0 20px;overflow-x:auto;"><table cellpadding="0" cellspacing="0" border="0" style="width:100%;border-collapse:collapse;font:15px/22px ${sans};word-break:normal;">`

function cellShell({ name, attributes }: HtmlElement): Shell {
  const spans = ['colspan', 'rowspan'].map((span) =>
    /^\d{1,2}$/.test(attributes[span] ?? '') ? ` ${span}="${attributes[span]}"` : '',
  )
  const heading = name === 'th' ? 'background:#F3F0E8;font-weight:600;' : ''
  return [
    `<${name} class="line${heading && ' tint'}" dir="auto"${spans.join('')} style="padding:8px 10px;border:1px solid #E4E0D6;${heading}text-align:left;vertical-align:top;">`,
    `</${name}>`,
  ]
}

/** Elements whose content is not written as it is. */
const leaves: Record<string, (element: HtmlElement, around: Around) => string> = {
  br: () => '<br>\n',
  hr: () => '<hr class="line" style="margin:28px 0;border:0;border-top:1px solid #E4E0D6;">',
  pre: ({ children }) => codeBlock(children),
  img: picture,
  iframe: ({ attributes }, { inLink }) => {
    const page = videoPage(attributes.src ?? '')
    if (!page) return ''
    const words = `&#9654;&#xFE0E; Watch the video on ${page.site}`
    const link = inLink ? words : `<a class="link" href="${escapeHtml(page.url)}" style="color:#1B5E8A;">${words}</a>`
    return `<p class="line" style="margin:0 0 20px;padding:16px 18px;border:1px solid #E4E0D6;border-radius:8px;font:600 16px/24px ${sans};">${link}</p>`
  },
}

function codeBlock(children: readonly HtmlNode[]): string {
  const text = children
    .map(codeText)
    .join('')
    .replace(/^\n|\n+$/g, '')
  return `<pre class="line tint" style="margin:0 0 20px;padding:12px 14px;border:1px solid #E4E0D6;border-radius:6px;background:#F3F0E8;white-space:pre-wrap;word-break:break-word;font:14px/21px ${mono};">${escapeHtml(text)}</pre>`
}

function codeText(node: HtmlNode): string {
  if (typeof node === 'string') return node
  return node.name === 'br' ? '\n' : node.children.map(codeText).join('')
}

function picture({ attributes }: HtmlElement, { place, inLink }: Around): string {
  const { src = '', alt = '' } = attributes
  const own = mailPicture(place, { url: src, alt }, 'large')
  if (!own) return foreignPicture(alt, place, inLink)
  const width = Math.min(own.width, classesOf({ attributes }).includes('picture-small') ? columnWidth / 2 : columnWidth)
  const shown = width <= inlineWidthMost ? 'inline' : 'block'
  return `<img class="soft" src="${escapeHtml(own.url)}" alt="${escapeHtml(alt)}" width="${width}" style="display:${shown};width:100%;max-width:${width}px;height:auto;border:0;border-radius:6px;font:13px/20px ${sans};color:#57534A;">`
}

function foreignPicture(alt: string, { url }: MailPlace, inLink = false): string {
  const words = alt.trim() ? `Picture: ${escapeHtml(alt.trim())}` : 'A picture'
  const link = inLink
    ? ''
    : ` &middot; <a class="link" href="${escapeHtml(url)}" style="color:#1B5E8A;">See it in the story</a>`
  return `<span class="soft" dir="auto" style="display:block;font:13px/20px ${sans};color:#57534A;">${words}${link}</span>`
}
