import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { storyTags } from './sanitise.ts'

const checkListLine = /<li\b[^>]*\bdata-list="(un)?checked"[^>]*>/g

/**
 * A sanitised story for reading elsewhere, in a feed: every address is absolute (`absolute` makes one from a path of
 * ours), a video is a link to it, a check list's boxes are signs, and what only our own pages understand (classes,
 * colours, loading) is left out.
 */
export function feedHtml(sanitised: string, absolute: (path: string) => string): string {
  const address = (url = '') => (url.startsWith('/') ? absolute(url) : url)
  const link = (_: string, { href }: Attributes): Tag => ({ tagName: 'a', attribs: { href: address(href) } })
  const image = (_: string, { src, alt = '', width, height }: Attributes): Tag => ({
    tagName: 'img',
    attribs: { src: address(src), alt, ...(width && height && { width, height }) },
  })
  const video = (_: string, { src = '' }: Attributes): Tag => ({ tagName: 'a', attribs: { href: src }, text: src })
  const signed = sanitised.replace(checkListLine, (line, un) => `${line}${un ? '☐' : '☑'} `)
  return sanitizeHtml(signed, { ...options, transformTags: { a: link, img: image, iframe: video } })
}

const options: IOptions = {
  allowedTags: storyTags.filter((tag) => tag !== 'iframe'),
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
}
