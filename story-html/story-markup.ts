import { isImageAddress } from '#contract/image-address.ts'
import { parseUploadAddress, uploadSrcSet } from '#contract/uploaded-pictures.ts'

/** The classes, colours and addresses of a story's HTML, for the code that writes it and the code that checks it. */
export const editorClasses: readonly string[] = [
  ...['center', 'right', 'justify'].map((side) => `ql-align-${side}`),
  ...['small', 'large', 'huge'].map((size) => `ql-size-${size}`),
  'ql-direction-rtl',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((level) => `ql-indent-${level}`),
]

/** The editor has six headings below the page's own h1: the sixth is an h6, and told from the fifth by this class. */
export const sixthHeadingClass = 'ql-header-6'

/** The sizes of a picture beside the ordinary one, which is as wide as the column, by the classes that say them. */
export const pictureSizes: readonly string[] = ['picture-small', 'picture-wide']

export const colours: RegExp[] = [
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i,
  /^rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(?:,\s*(?:0|1|0?\.\d+)\s*)?\)$/i,
  /^[a-z]{3,20}$/i,
]

type Attributes = Record<string, string>

// Checked whole: a list of host names alone would accept any path on them.
const video =
  /^https:\/\/(?:(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/[\w-]{1,64}|player\.vimeo\.com\/video\/\d{1,20})\/?(?:\?[\w=&.%-]*)?$/
// Plainly absolute only, so that a no-break space before `javascript:` is no relative address either.
const foreignLink = /^(?:https?:\/\/[^\s\\]+|mailto:[^\s\\]+)$/i
const ownLink = /^\/(?![/\\])[^\s\\]*$/
const addressMost = 2_048
// How wide pictures are shown: in a column of 680 pixels, in half of it, or in 900.
const columnSizes = '(min-width: 728px) 680px, 100vw'
const otherSizes: Record<string, string> = {
  'picture-small': '(min-width: 728px) 340px, 50vw',
  'picture-wide': '(min-width: 948px) 900px, 100vw',
}
const pixels = /^\d{1,4}$/

/** A link's attributes; undefined if its address is not allowed. Foreign links open in a new tab, as `nofollow`. */
export function linkAttributes(href: string): Attributes | undefined {
  if (href.length > addressMost) return undefined
  if (ownLink.test(href)) return { href }
  if (!foreignLink.test(href)) return undefined
  return { href, rel: 'noopener noreferrer nofollow ugc', target: '_blank' }
}

/** A picture's attributes: it loads late and tells no referrer; undefined if it may not be shown. */
export function imageAttributes(found: Attributes): Attributes | undefined {
  const { src = '', alt = '', width = '', height = '', class: classes = '' } = found
  if (src.length > addressMost || !isImageAddress(src)) return undefined
  const named = pictureSizes.find((name) => classes.split(/\s+/).includes(name))
  const size: Attributes =
    uploadSize(src, named) ?? (pixels.test(width) && pixels.test(height) ? { width, height } : {})
  return {
    ...(named && { class: named }),
    src,
    alt,
    ...size,
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  }
}

/** A picture that was uploaded here says its size, and which other widths there are. */
function uploadSize(src: string, named = ''): Attributes | undefined {
  const upload = parseUploadAddress(src)
  if (!upload) return undefined
  const { width, height } = upload
  const sizes = otherSizes[named] ?? columnSizes
  return { srcset: uploadSrcSet(upload), sizes, width: String(width), height: String(height) }
}

/** An embedded video's attributes; undefined for anything but the whole address of one. */
export function videoAttributes({ src = '', class: classes = '' }: Attributes): Attributes | undefined {
  if (src.length > addressMost || !video.test(src)) return undefined
  return {
    class: ['ql-video', ...classes.split(/\s+/).filter((name) => editorClasses.includes(name))].join(' '),
    src,
    title: 'Embedded video',
    loading: 'lazy',
    sandbox: 'allow-scripts allow-same-origin allow-presentation',
    allowfullscreen: '',
  }
}
