import { escapeText, type HtmlElement, type HtmlNode, openTag, voidTag } from './html-tree.ts'
import { colours, imageAttributes, linkAttributes } from './story-markup.ts'

/** Pictures found while cleaning pasted HTML, and how many were lost. */
export type Finds = { pictures: string[]; lostPictures: number }

export type Place = { finds: Finds; isHeading?: boolean; isLink?: boolean }

export const neverShown = new Set([
  ...['head', 'script', 'style', 'title', 'meta', 'link', 'template', 'noscript', 'svg', 'math', 'xml', 'textarea'],
  ...['select', 'option', 'button', 'object', 'audio', 'canvas', 'col', 'colgroup'],
])

const plainTags: Record<string, string> = {
  ...{ strong: 'strong', b: 'strong', em: 'em', i: 'em', cite: 'em', u: 'u', ins: 'u', s: 's', strike: 's', del: 's' },
  ...{ sub: 'sub', sup: 'sup', code: 'code', kbd: 'code', tt: 'code', samp: 'code' },
}

/** A piece of a line in the tags that a story has: what fonts, classes and styles said is said by them, or left out. */
export function cleanInline(nodes: readonly HtmlNode[], place: Place): string {
  return nodes.map((node) => (typeof node === 'string' ? cleanText(node) : cleanElement(node, place))).join('')
}

/** Other programs write no-break spaces where they mean several spaces, or any at all. */
function cleanText(text: string): string {
  return escapeText(text.replaceAll('\u00a0', ' '))
}

function cleanElement(element: HtmlElement, place: Place): string {
  const { name, attributes, children } = element
  if (neverShown.has(name) || isWordListMark(element)) return ''
  if (name === 'br') return attributes.class === 'Apple-interchange-newline' ? '' : '<br />'
  if (name === 'img') return cleanPicture(attributes, place.finds)
  const link = name === 'a' ? linkAttributes(cleanAddress(attributes.href ?? '')) : undefined
  let html = cleanInline(children, link ? { ...place, isLink: true } : place)
  for (const tag of tagsOf(element, place, link !== undefined)) html = `<${tag}>${html}</${tag}>`
  const style = colourStyle(attributes.style ?? '', place.isLink || link !== undefined)
  if (style) html = `${openTag('span', { style })}${html}</span>`
  return link ? `${openTag('a', link)}${html}</a>` : html
}

/** Word writes the sign of a list's line as text. */
function isWordListMark({ attributes }: HtmlElement): boolean {
  return /mso-list:\s*ignore/i.test(attributes.style ?? '')
}

export function styleValue(style: string, property: string): string {
  return (
    new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]{1,100})`, 'i')
      .exec(style.slice(0, 2_000))?.[1]
      ?.trim()
      .toLowerCase() ?? ''
  )
}

function tagsOf({ name, attributes }: HtmlElement, place: Place, isLink: boolean): Set<string> {
  const style = attributes.style ?? ''
  const tags = new Set<string>()
  const plain = plainTags[name]
  if (plain) tags.add(plain)
  const weight = styleValue(style, 'font-weight')
  if (weight) setTag(tags, 'strong', /^(?:bold|bolder|[6-9]00)$/.test(weight))
  const slant = styleValue(style, 'font-style')
  if (slant) setTag(tags, 'em', slant === 'italic' || slant === 'oblique')
  const lines = styleValue(style, 'text-decoration(?:-line)?')
  if (lines.includes('line-through')) tags.add('s')
  if (lines.includes('underline')) tags.add('u')
  const height = styleValue(style, 'vertical-align')
  if (height === 'super') tags.add('sup')
  if (height === 'sub') tags.add('sub')
  // Headings and links have their own look: their formats are not repeated.
  if (place.isHeading) tags.delete('strong')
  if (isLink || place.isLink) tags.delete('u')
  return tags
}

function setTag(tags: Set<string>, tag: string, isSet: boolean): void {
  if (isSet) tags.add(tag)
  else tags.delete(tag)
}

/** Black, white and grey are the page's own text colours, not a writer's choice. */
const ofThePage =
  /^(?:inherit|initial|unset|auto|currentcolor|transparent|black|white|windowtext|window|none|#0{3,8}|#f{3,8}|rgba?\(\s*(\d+)\s*,\s*\1\s*,\s*\1\s*(?:,[^)]*)?\)|rgba\([^)]*,\s*0(?:\.0+)?\s*\)|#([0-9a-f]{2})\2\2)$/

function colourStyle(style: string, isLink: boolean): string {
  const wanted = ([property]: string[]) => property !== 'color' || !isLink
  return [
    ['color', styleValue(style, 'color')],
    ['background-color', styleValue(style, 'background-color') || styleValue(style, 'background')],
  ]
    .filter(([, value = '']) => value && !ofThePage.test(value) && colours.some((pattern) => pattern.test(value)))
    .filter(wanted)
    .map(([property, value]) => `${property}:${value}`)
    .join(';')
}

/** Google Docs leads every link through itself. */
function cleanAddress(href: string): string {
  const trimmed = href.trim()
  if (!URL.canParse(trimmed)) return trimmed
  const url = new URL(trimmed)
  const isDetour = /(?:^|\.)google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url'
  return (isDetour && url.searchParams.get('q')) || trimmed
}

function cleanPicture(attributes: Record<string, string>, finds: Finds): string {
  const { src = '' } = attributes
  if (src.startsWith('data:image/')) {
    finds.pictures.push(src)
    return voidTag('img', { 'data-pasted': String(finds.pictures.length - 1) })
  }
  const image = imageAttributes(attributes)
  if (image) return voidTag('img', image)
  if (src) finds.lostPictures++
  return ''
}
