import type Quill from 'quill'
import { selectedPicture } from './bubble-forms.ts'
import { uploadsOf } from './picture-uploads.ts'
import { bubbleOf } from './toolbar.ts'

/** Asks for files, or for an address if uploading is not possible. */
export function choosePictures(quill: Quill): void {
  const uploads = uploadsOf(quill)
  if (!uploads?.canUpload()) {
    bubbleOf(quill).edit('image')
    return
  }
  const range = quill.getSelection(true)
  const chooser = document.createElement('input')
  chooser.type = 'file'
  chooser.accept = 'image/*'
  chooser.multiple = true
  chooser.hidden = true
  chooser.addEventListener('change', () => {
    uploads.insertFiles(range.index + range.length, [...(chooser.files ?? [])])
    chooser.remove()
  })
  chooser.addEventListener('cancel', () => chooser.remove())
  quill.container.append(chooser)
  bubbleOf(quill).hide()
  chooser.click()
}

/** A press on a picture selects it, and the bubble then offers to describe it. */
export function markPictures(quill: Quill): void {
  quill.root.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLImageElement) || target.closest('.ql-kept, .ql-upload')) return
    const blot = quill.scroll.find(target)
    if (blot) quill.setSelection(quill.getIndex(blot as never), 1, 'user')
  })
  quill.on('editor-change', () => {
    bubbleOf(quill).root.classList.toggle('ql-on-picture', selectedPicture(quill) !== undefined)
  })
}
