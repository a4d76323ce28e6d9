// biome-ignore-all lint/complexity/noThisInStatic: Quill makes a format of the class that it was asked for

import { BlockEmbed } from 'quill/blots/block.js'
import { isImageAddress } from '#contract/image-address.ts'
import { writeBlock } from '#story-html/from-editor.ts'
import { imageAttributes, pictureSizes } from '#story-html/story-markup.ts'

export type PictureFormats = Partial<Record<'alt' | 'width' | 'height' | 'caption' | 'pictureSize', string>>

/** A picture that stands alone, with the field for its caption below it. Its formats are read from its elements. */
export class StoryPicture extends BlockEmbed {
  static override blotName = 'picture'
  static override className = 'ql-picture'
  static override tagName = 'FIGURE'

  static override create(src: string): HTMLElement {
    const node = super.create(src) as HTMLElement
    node.setAttribute('contenteditable', 'false')
    node.dataset.caption = ''
    const image = document.createElement('img')
    image.setAttribute('referrerpolicy', 'no-referrer')
    image.src = isImageAddress(src) ? src : '//:0'
    node.append(image, makeField('textarea', 'Caption', 'Add a caption'))
    return node
  }

  /** A picture that a story may not have has no value: it is not taken in. */
  static override value(node: HTMLElement): string {
    const url = imageOf(node).getAttribute('src') ?? ''
    return isImageAddress(url) ? url : (undefined as never)
  }

  static override formats(node: HTMLElement): PictureFormats {
    const image = imageOf(node)
    const all: PictureFormats = { caption: node.dataset.caption ?? '', pictureSize: sizeOf(image) }
    for (const name of ['alt', 'width', 'height'] as const) all[name] = image.getAttribute(name) ?? ''
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
  }

  override formats(): PictureFormats {
    return StoryPicture.formats(this.domNode as HTMLElement)
  }

  override format(name: string, value: unknown): void {
    const node = this.domNode as HTMLElement
    const image = imageOf(node)
    const said = typeof value === 'string' ? value : ''
    if (name === 'caption') {
      node.dataset.caption = said
      const field = captionOf(node)
      if (field.value.trim() !== said) field.value = said
    } else if (name === 'pictureSize') {
      if (pictureSizes.includes(said)) image.className = said
      else image.removeAttribute('class')
    } else if (['alt', 'width', 'height'].includes(name)) {
      if (said) image.setAttribute(name, said)
      else image.removeAttribute(name)
    }
  }

  /** The HTML for the clipboard. */
  html(): string {
    const { caption = '', pictureSize = '', ...others } = this.formats()
    const src = StoryPicture.value(this.domNode as HTMLElement)
    const image = imageAttributes({ ...others, class: pictureSize, src })
    return image ? writeBlock({ kind: 'picture', image, caption }) : ''
  }
}

/** A field with its name, in place of a label. */
export function makeField<Tag extends 'input' | 'textarea'>(tag: Tag, name: string, placeholder: string) {
  const field = document.createElement(tag) as HTMLTextAreaElement
  field.setAttribute('aria-label', name)
  field.placeholder = placeholder
  field.maxLength = 500
  if (tag === 'textarea') field.rows = 1
  return field
}

function imageOf(figure: HTMLElement): HTMLImageElement {
  return figure.querySelector('img') as HTMLImageElement
}

export function captionOf(figure: HTMLElement): HTMLTextAreaElement {
  return figure.querySelector('textarea') as HTMLTextAreaElement
}

function sizeOf(image: HTMLImageElement): string {
  return pictureSizes.find((name) => image.classList.contains(name)) ?? ''
}
