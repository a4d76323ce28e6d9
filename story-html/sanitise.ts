import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { htmlFault } from './html-tree.ts'
import { withoutUnshowable } from './plain-text.ts'
import {
  colours,
  editorClasses,
  imageAttributes,
  linkAttributes,
  pictureSizes,
  sixthHeadingClass,
  videoAttributes,
} from './story-markup.ts'

/** Replaces a story's text that is beyond the bounds. */
export const unshownStory = '<p>The text of this story is too large to be shown.</p>'

const styleMost = 1_000
const roundsMost = 5
// Disallowed elements are written as bare tags and removed in one pass at the end. Renaming them to a disallowed name makes
// the sanitiser lose a closing tag after them; removing them by its filter copies everything before them each time.
const bare = /<img \/>|<iframe>[^<]*<\/iframe>/g

export const storyTags = [
  ...['p', 'br', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'div', 'pre', 'hr', 'ol', 'ul', 'li'],
  ...['strong', 'em', 'u', 's', 'sub', 'sup', 'b', 'i', 'code', 'span', 'a'],
  ...['img', 'iframe', 'figure', 'figcaption', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

const options: IOptions = {
  allowedTags: storyTags,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'xmp', 'noembed', 'noframes'],
    ...['title', 'svg', 'math', 'plaintext'],
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
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
    '*': [...editorClasses],
    span: [...editorClasses, 'ql-ui'],
    img: [...pictureSizes],
    iframe: [...editorClasses, 'ql-video'],
    div: ['ql-code-block-container', 'ql-code-block'],
    pre: ['ql-syntax'],
    h6: [...editorClasses, sixthHeadingClass],
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
  // Dropping a tag can put two blocks into each other that a parser takes apart: repeat until nothing changes.
  let clean = html
  for (let round = 0; round <= roundsMost; round++) {
    // After it: an entity can mean a control character.
    const again = withoutUnshowable(sanitizeHtml(clean, options).replace(bare, ''))
    if (again === clean) break
    clean = again
    // Attributes are added and signs are written as entities: what comes out can be beyond the bounds too.
    if (htmlFault(clean)) return unshownStory
  }
  return clean
}

function link(_: string, { href = '' }: Attributes): Tag {
  const attribs = linkAttributes(href)
  return attribs ? { tagName: 'a', attribs } : { tagName: 'span', attribs: {} }
}

function image(_: string, found: Attributes): Tag {
  return { tagName: 'img', attribs: imageAttributes(found) ?? {} }
}

function embed(_: string, found: Attributes): Tag {
  return { tagName: 'iframe', attribs: videoAttributes(found) ?? {} }
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
