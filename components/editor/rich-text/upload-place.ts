// biome-ignore-all lint/complexity/noThisInStatic: Quill makes a format of the class that it was asked for

import { BlockEmbed } from 'quill/blots/block.js'
import { placeOf } from './picture-uploads.ts'

/** Holds the place of a picture until it is uploaded; it is never stored. */
export class UploadPlace extends BlockEmbed {
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
