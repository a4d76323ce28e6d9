import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { isImageAddress } from '#contract/image-address.ts'
import { htmlFault } from './html-bounds.ts'
import { withoutUnshowable } from './plain-text.ts'

/** Stands for a story's text that is beyond the bounds. */
export const unshownStory = '<p>The text of this story is too large to be shown.</p>'

const colours = [
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i,
  /^rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(?:,\s*(?:0|1|0?\.\d+)\s*)?\)$/i,
  /^[a-z]{3,20}$/i,
]
const editorClasses = [
  'ql-align-center',
  'ql-align-right',
  'ql-align-justify',
  'ql-size-small',
  'ql-size-large',
  'ql-size-huge',
  'ql-direction-rtl',
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((level) => `ql-indent-${level}`),
]
// Checked whole: a list of host names alone would accept any path on them.
const video =
  /^https:\/\/(?:(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/[\w-]{1,64}|player\.vimeo\.com\/video\/\d{1,20})\/?(?:\?[\w=&.%-]*)?$/
// Plainly absolute only, so that a no-break space before `javascript:` is no relative address either.
const foreignLink = /^(?:https?:\/\/[^\s\\]+|mailto:[^\s\\]+)$/i
const ownLink = /^\/(?![/\\])[^\s\\]*$/
const addressMost = 2_048
const styleMost = 1_000
const roundsMost = 5
const pixels = /^\d{1,4}$/
// Among the tags that go with all that is in them. Taking a written tag back would copy all that stands before it.
const dropped: Tag = { tagName: 'template', attribs: {} }

const options: IOptions = {
  allowedTags: [
    ...['p', 'br', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'div', 'pre', 'hr', 'ol', 'ul', 'li'],
    ...['strong', 'em', 'u', 's', 'sub', 'sup', 'b', 'i', 'code', 'span', 'a'],
    ...['img', 'iframe', 'figure', 'figcaption', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  disallowedTagsMode: 'discard',
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'xmp', 'noembed', 'noframes'],
    ...['title', 'svg', 'math', 'plaintext'],
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
    iframe: ['src', 'title', 'loading', 'sandbox', 'allowfullscreen'],
    li: [{ name: 'data-list', multiple: false, values: ['bullet', 'ordered', 'checked', 'unchecked'] }],
    span: ['style', { name: 'contenteditable', values: ['false'] }],
    div: [{ name: 'spellcheck', values: ['false'] }],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    strong: ['style'],
    em: ['style'],
    u: ['style'],
    s: ['style'],
  },
  allowedClasses: {
    '*': editorClasses,
    span: [...editorClasses, 'ql-ui'],
    iframe: [...editorClasses, 'ql-video'],
    div: ['ql-code-block-container', 'ql-code-block'],
    pre: ['ql-syntax'],
  },
  allowedStyles: { '*': { color: colours, 'background-color': colours } },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https', 'http'], iframe: ['https'] },
  allowedIframeHostnames: [
    'www.youtube.com',
    'youtube.com',
    'www.youtube-nocookie.com',
    'youtube-nocookie.com',
    'player.vimeo.com',
  ],
  allowIframeRelativeUrls: false,
  allowProtocolRelative: false,
  allowVulnerableTags: false,
  enforceHtmlBoundary: false,
  parseStyleAttributes: true,
  transformTags: {
    ...{ h1: 'h2', a: link, img: image, iframe: embed, td: cell, th: cell },
    ...{ span: styled, strong: styled, em: styled, u: styled, s: styled },
  },
}

/**
 * A story's HTML with nothing in it but what the editor and imported stories need: an allow-list of tags, attributes,
 * classes, colours and addresses. Foreign links open apart and vouch for nothing, images load late and tell no referrer,
 * only whole video addresses are framed, control characters go. A fixed point: sanitising the result changes nothing.
 * HTML beyond the bounds becomes a sentence that says so.
 */
export function sanitiseStory(html: string): string {
  if (htmlFault(html)) return unshownStory
  // Dropping a tag can put two blocks into each other that a parser takes apart: once more, until nothing moves.
  let clean = html
  for (let round = 0; round <= roundsMost; round++) {
    // After it: an entity can mean a control character.
    const again = withoutUnshowable(sanitizeHtml(clean, options))
    if (again === clean) break
    clean = again
    // Attributes are added and signs are written as entities: what comes out can be beyond the bounds too.
    if (htmlFault(clean)) return unshownStory
  }
  return clean
}

function link(_: string, { href = '' }: Attributes): Tag {
  if (href.length > addressMost) return { tagName: 'span', attribs: {} }
  if (ownLink.test(href)) return { tagName: 'a', attribs: { href } }
  if (!foreignLink.test(href)) return { tagName: 'span', attribs: {} }
  return { tagName: 'a', attribs: { href, rel: 'noopener noreferrer nofollow ugc', target: '_blank' } }
}

function image(_: string, { src = '', alt = '', width = '', height = '' }: Attributes): Tag {
  if (src.length > addressMost || !isImageAddress(src)) return dropped
  const size: Attributes = pixels.test(width) && pixels.test(height) ? { width, height } : {}
  const attribs = { src, alt, ...size, loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' }
  return { tagName: 'img', attribs }
}

function embed(_: string, { src = '', class: classes = '' }: Attributes): Tag {
  if (src.length > addressMost || !video.test(src)) return dropped
  const attribs = {
    class: ['ql-video', ...classes.split(/\s+/).filter((name) => editorClasses.includes(name))].join(' '),
    src,
    title: 'Embedded video',
    loading: 'lazy',
    sandbox: 'allow-scripts allow-same-origin allow-presentation',
    allowfullscreen: '',
  }
  return { tagName: 'iframe', attribs }
}

/** A style is parsed before it is checked. */
function styled(tagName: string, { style = '', ...others }: Attributes): Tag {
  return { tagName, attribs: style && style.length <= styleMost ? { ...others, style } : others }
}

function cell(tagName: string, { colspan = '', rowspan = '' }: Attributes): Tag {
  const span = /^[1-9]\d?$/
  const attribs: Attributes = { ...(span.test(colspan) && { colspan }), ...(span.test(rowspan) && { rowspan }) }
  return { tagName, attribs }
}
