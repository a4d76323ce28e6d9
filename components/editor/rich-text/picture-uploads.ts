import type Quill from 'quill'
import { Delta } from 'quill'
import { insertBlock } from './insert-block.ts'
import { makeUploadPanel, type UploadPanel } from './upload-panel.ts'

export type Upload = (
  file: File,
  options: { onProgress(share: number): void; signal: AbortSignal },
) => Promise<{ url: string; width: number; height: number }>

type Picture = { file: File; panel: UploadPanel; abort: AbortController | undefined }

/** Panels of uploads, by the id that the placeholder in the text carries. */
const panels = new Map<string, HTMLElement>()
const uploaders = new WeakMap<Quill, PictureUploads>()
let pictures = 0

export function uploadsOf(quill: Quill): PictureUploads | undefined {
  return uploaders.get(quill)
}

/** The element for a place in the text; undefined if its upload belongs to another editor, or ended long ago. */
export function placeOf(id: string): HTMLElement | undefined {
  return panels.get(id)
}

/** One editor's running uploads: each has a placeholder in the text until it is done or cancelled. */
export class PictureUploads {
  private readonly quill: Quill
  private readonly upload: () => Upload | undefined
  readonly say: (message: string) => void
  private readonly underway = new Map<string, Picture>()

  constructor(quill: Quill, upload: () => Upload | undefined, say: (message: string) => void) {
    this.quill = quill
    this.upload = upload
    this.say = say
    uploaders.set(quill, this)
    // Quill's own makes data: addresses of some kinds of files and is silent about the others.
    quill.uploader.upload = ({ index }, files) => this.insertFiles(index, [...files])
    // Deleting the place cancels the picture.
    quill.on('text-change', () => {
      for (const [id, { abort }] of this.underway) if (abort && !this.placeIn(id)) this.stop(id)
    })
  }

  canUpload(): boolean {
    return this.upload() !== undefined
  }

  /** Puts places for files into the text and begins to upload. */
  insertFiles(index: number, files: readonly File[]): void {
    const images = files.filter(({ type }) => type.startsWith('image/'))
    if (images.length < files.length) this.say('Only pictures can be added to a story.')
    if (!this.canUpload() && images.length > 0) this.say('Pictures can’t be uploaded here.')
    if (!this.canUpload()) return
    let at = index
    for (const file of images) {
      const id = this.add(file)
      at = insertBlock(this.quill, at, { upload: id }, 'api')
      this.begin(id)
    }
    this.quill.setSelection(at, 0, 'api')
  }

  /** The id for a picture that came as a data: address; its place is up to the caller. */
  addDataUrl(dataUrl: string): string | undefined {
    const [, type, data] = /^data:(image\/[\w.+-]{1,40});base64,([\w+/=\s]+)$/.exec(dataUrl) ?? []
    if (!this.canUpload() || !type || !data) return undefined
    try {
      const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (sign) => sign.charCodeAt(0))
      return this.add(new File([bytes], 'Pasted picture', { type }))
    } catch {
      return undefined
    }
  }

  begin(id: string): void {
    const picture = this.underway.get(id)
    const upload = this.upload()
    if (!picture || !upload) return
    const abort = new AbortController()
    picture.abort = abort
    picture.panel.showUploading()
    const onProgress = (share: number) => picture.panel.showProgress(share)
    upload(picture.file, { onProgress, signal: abort.signal }).then(
      (uploaded) => {
        if (abort.signal.aborted) return
        const place = (goesOn: boolean) => this.replace(id, uploaded, goesOn)
        if (picture.panel.isBeingDescribed()) picture.panel.onDescribed(place)
        else place(false)
      },
      (cause: unknown) => {
        picture.abort = undefined
        if (abort.signal.aborted) return
        picture.panel.showFailure(
          cause instanceof Error && cause.message ? cause.message : 'The picture couldn’t be uploaded.',
        )
      },
    )
  }

  /** The places in the text. */
  ids(): string[] {
    return [...this.underway.keys()].filter((id) => this.placeIn(id))
  }

  stopAll(): void {
    for (const id of this.underway.keys()) {
      this.stop(id)
      panels.delete(id)
    }
    this.underway.clear()
  }

  private add(file: File): string {
    const id = `picture-${++pictures}`
    const panel = makeUploadPanel(file.name || 'Picture', {
      cancel: () => this.stop(id),
      retry: () => this.begin(id),
      remove: () => this.remove(id),
    })
    panels.set(id, panel.element)
    this.underway.set(id, { file, panel, abort: undefined })
    return id
  }

  private stop(id: string): void {
    const picture = this.underway.get(id)
    picture?.abort?.abort()
    if (picture) picture.abort = undefined
    picture?.panel.showFailure('The upload was cancelled.')
  }

  private remove(id: string): void {
    this.stop(id)
    const place = this.placeIn(id)
    if (place) this.quill.deleteText(place.index, 1, 'api')
    this.forget(id)
    this.quill.focus()
  }

  private replace(id: string, { url, width, height }: Awaited<ReturnType<Upload>>, goesOn: boolean): void {
    const place = this.placeIn(id)
    const alt = this.underway.get(id)?.panel.description()
    this.forget(id)
    if (!place) return
    const sizes = { width: String(width), height: String(height), ...(alt && { alt }) }
    this.quill.updateContents(new Delta().retain(place.index).delete(1), 'api')
    // A separate undo step, whose undoing gives the text without the picture.
    this.quill.history.cutoff()
    this.quill.updateContents(new Delta().retain(place.index).insert({ picture: url }, sizes), 'user')
    this.quill.history.cutoff()
    if (goesOn) this.quill.setSelection(place.index + 1, 0, 'user')
  }

  private forget(id: string): void {
    this.underway.delete(id)
    panels.delete(id)
  }

  private placeIn(id: string): { index: number } | undefined {
    const node = this.quill.root.querySelector(`.ql-upload[data-id="${id}"]`)
    const blot = node && this.quill.scroll.find(node)
    return blot ? { index: this.quill.getIndex(blot as never) } : undefined
  }
}
