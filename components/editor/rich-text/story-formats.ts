// biome-ignore-all lint/complexity/noThisInStatic: Quill makes a format of the class that it was asked for

import Quill, { Parchment } from 'quill'
import { BlockEmbed } from 'quill/blots/block.js'
import Header from 'quill/formats/header.js'
import Image from 'quill/formats/image.js'
import Link from 'quill/formats/link.js'
import Video from 'quill/formats/video.js'
import { isImageAddress } from '#contract/image-address.ts'
import { linkAttributes, sixthHeadingClass, videoAttributes } from '#story-html/story-markup.ts'
import { StoryPicture } from './picture-block.ts'
import { placeOf } from './picture-uploads.ts'
import { readOnlyBlockName, renderReadOnlyHtml } from './read-only-blocks.ts'
import { StoryClipboard } from './story-clipboard.ts'

/** Holds the place of a picture until it is uploaded; it is never stored. */
class UploadPlace extends BlockEmbed {
  static override blotName = 'upload'
  static override className = 'ql-upload'
  static override tagName = 'DIV'

  static override create(id: string): HTMLElement {
    const node = super.create(id) as HTMLElement
    node.setAttribute('contenteditable', 'false')
    node.setAttribute('data-id', id)
    const place = placeOf(id)
    if (place) node.append(place)
    return node
  }

  static override value(node: HTMLElement): string {
    return node.getAttribute('data-id') ?? ''
  }
}

/** The six headings below the page's title, which is the h1: h2 to h6, and a sixth that is an h6 with a class. */
class StoryHeading extends Header {
  static override tagName = ['H2', 'H3', 'H4', 'H5', 'H6']

  static override create(value?: unknown): HTMLElement {
    const level = Number(value) || 1
    const node = super.create(Math.min(level, 5)) as HTMLElement
    if (level === 6) node.classList.add(sixthHeadingClass)
    return node
  }

  static override formats(node: Element): number {
    return node.classList.contains(sixthHeadingClass) ? 6 : this.tagName.indexOf(node.tagName) + 1
  }
}

/** A line break within a paragraph. */
class SoftBreak extends Parchment.EmbedBlot {
  static override blotName = 'softBreak'
  static override className = 'ql-soft-break'
  static override tagName = 'BR'

  static override value(): true {
    return true
  }
}

class StoryImage extends Image {
  static override sanitize(url: string): string {
    return isImageAddress(url) ? url : '//:0'
  }

  /** A picture that a story may not have has no value: it is not taken in. */
  static override value(node: Element): string {
    const url = node.getAttribute('src') ?? ''
    return isImageAddress(url) ? url : (undefined as never)
  }
}

class StoryLink extends Link {
  static override sanitize(url: string): string {
    return linkAttributes(url) ? url : ''
  }

  static override formats(node: HTMLElement): string | null {
    const href = node.getAttribute('href') ?? ''
    return linkAttributes(href) ? href : null
  }
}

class StoryVideo extends Video {
  static override create(value: string): Element {
    const node = super.create(value)
    for (const [name, said] of Object.entries(videoAttributes({ src: value }) ?? {})) node.setAttribute(name, said)
    return node
  }

  static override sanitize(url: string): string {
    return videoAttributes({ src: url }) ? url : 'about:blank'
  }
}

/** A line between two parts of a text. */
class Divider extends BlockEmbed {
  static override blotName = 'divider'
  static override tagName = 'HR'
}

/** HTML that the editor does not know: shown as it is, moved and deleted as a whole, and stored verbatim. */
class KeptBlock extends BlockEmbed {
  static override blotName = 'kept'
  static override className = 'ql-kept'
  static override tagName = 'DIV'

  static override create(html: string): HTMLElement {
    const node = super.create(html) as HTMLElement
    node.setAttribute('contenteditable', 'false')
    node.setAttribute('data-html', html)
    node.setAttribute('role', 'group')
    node.setAttribute('aria-label', `${readOnlyBlockName(html)}, kept as it is`)
    node.dataset.name = readOnlyBlockName(html)
    renderReadOnlyHtml(node, html)
    return node
  }

  static override value(node: HTMLElement): string {
    return node.getAttribute('data-html') ?? ''
  }

  html(): string {
    return KeptBlock.value(this.domNode as HTMLElement)
  }
}

/** The formats that a story can have, by their names in Quill. */
export const storyFormats = [
  ...['bold', 'italic', 'underline', 'strike', 'script', 'code', 'link', 'color', 'background', 'size'],
  ...['header', 'blockquote', 'list', 'indent', 'align', 'direction', 'code-block', 'image', 'video'],
  ...['picture', 'divider'],
  ...['softBreak', 'kept', 'upload'],
]

/** Registers them in place of Quill's own, once. */
export function registerStoryFormats(): void {
  const own = [
    StoryHeading,
    SoftBreak,
    StoryImage,
    StoryPicture,
    StoryLink,
    StoryVideo,
    Divider,
    KeptBlock,
    UploadPlace,
  ]
  for (const format of own) Quill.register(format as never, true)
  Quill.register('modules/clipboard', StoryClipboard, true)
}
