import type Quill from 'quill'
import { isImageAddress } from '#contract/image-address.ts'
import { linkAttributes } from '#story-html/story-markup.ts'
import { videoAddress, videoRefusal } from '#story-html/video-address.ts'
import { insertBlock } from './insert-block.ts'
import { uploadsOf } from './picture-uploads.ts'
import { bubbleOf } from './toolbar.ts'

type Form = {
  label: string
  placeholder: string
  /** Applies the value; returns a sentence if it can't. */
  apply(quill: Quill, value: string): string | undefined
}

const forms: Record<string, Form> = {
  link: { label: 'Address of the link', placeholder: 'https://', apply: applyLink },
  video: { label: 'Address of the video', placeholder: 'YouTube or Vimeo', apply: applyVideo },
  image: { label: 'Address of the picture', placeholder: 'https://', apply: applyImage },
  alt: { label: 'What the picture shows', placeholder: 'For people who can’t see it', apply: applyDescription },
}

/** The one-line forms of the bubble, with labels and messages for invalid input. */
export function addBubbleForms(quill: Quill): void {
  const bubble = bubbleOf(quill)
  const { textbox } = bubble
  const id = `ql-refusal-${++formsMade}`
  const refusal = Object.assign(document.createElement('p'), { className: 'ql-refusal', id })
  refusal.setAttribute('role', 'alert')
  textbox.parentElement?.append(refusal)
  textbox.setAttribute('aria-describedby', id)
  textbox.addEventListener('input', () => {
    refusal.textContent = ''
  })
  const close = bubble.root.querySelector<HTMLElement>('.ql-close')
  close?.setAttribute('role', 'button')
  close?.setAttribute('aria-label', 'Close')
  close?.setAttribute('tabindex', '0')
  close?.addEventListener('keydown', (event) => event.key === 'Enter' && bubble.cancel())

  const hide = () => {
    bubble.root.classList.remove('ql-editing')
    bubble.hide()
  }
  const edit = bubble.edit.bind(bubble)
  bubble.edit = (mode = 'link', preview = '') => {
    const form = forms[mode]
    refusal.textContent = ''
    textbox.setAttribute('aria-label', form?.label ?? mode)
    textbox.setAttribute(`data-${mode}`, form?.placeholder ?? '')
    textbox.maxLength = mode === 'alt' ? 500 : 2_048
    edit(mode, preview)
    textbox.focus()
  }
  bubble.save = () => {
    const mode = bubble.root.getAttribute('data-mode') ?? ''
    const written = textbox.value
    quill.focus({ preventScroll: true })
    const fault = forms[mode]?.apply(quill, written.trim())
    if (fault) {
      // The bubble was hidden when the text got the focus.
      bubble.edit(mode, written)
      refusal.textContent = fault
      return
    }
    textbox.value = ''
    hide()
  }
  bubble.cancel = () => {
    hide()
    quill.focus({ preventScroll: true })
  }
}

let formsMade = 0

/** Opens the form for a link with the address of the one at the caret, whose whole text is selected. */
export function editLink(quill: Quill): void {
  const range = quill.getSelection(true)
  const href = quill.getFormat(range).link
  if (typeof href === 'string' && range.length === 0) {
    const [start, end] = linkEnds(quill, range.index, href)
    quill.setSelection(start, end - start, 'silent')
  }
  bubbleOf(quill).edit('link', typeof href === 'string' ? href : '')
}

/** Opens the form for the description of the picture that is selected. */
export function editDescription(quill: Quill): void {
  const picture = selectedPicture(quill)
  if (picture) bubbleOf(quill).edit('alt', picture.alt)
}

function selectedPicture(quill: Quill): { index: number; alt: string } | undefined {
  const range = quill.getSelection()
  if (range?.length !== 1) return undefined
  const [leaf] = quill.getLeaf(range.index + 1)
  if (leaf?.statics.blotName !== 'image') return undefined
  return { index: range.index, alt: (leaf.domNode as HTMLImageElement).alt }
}

function linkEnds(quill: Quill, index: number, href: string): [number, number] {
  let [start, end] = [index, index]
  while (start > 0 && quill.getFormat(start - 1, 1).link === href) start--
  while (end < quill.getLength() - 1 && quill.getFormat(end, 1).link === href) end++
  return [start, end]
}

function applyLink(quill: Quill, written: string): string | undefined {
  const range = quill.getSelection(true)
  if (written === '') {
    quill.format('link', false, 'user')
    return undefined
  }
  const href = linkAddress(written)
  if (!href) return 'Please enter an address that starts with https://, mailto: or /.'
  if (range.length === 0) {
    quill.insertText(range.index, written, 'link', href, 'user')
    quill.setSelection(range.index + written.length, 0, 'silent')
  } else quill.format('link', href, 'user')
  return undefined
}

function linkAddress(written: string): string | undefined {
  if (linkAttributes(written)) return written
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(written)) return `mailto:${written}`
  const whole = `https://${written}`
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]|$)/u.test(written) && linkAttributes(whole) ? whole : undefined
}

function applyVideo(quill: Quill, written: string): string | undefined {
  const address = videoAddress(written)
  if (!address) return videoRefusal
  const { index, length } = quill.getSelection(true)
  quill.setSelection(insertBlock(quill, index + length, { video: address }, 'user'), 0, 'silent')
  return undefined
}

function applyImage(quill: Quill, written: string): string | undefined {
  if (!isImageAddress(written)) return 'Please enter the address of a picture, starting with https://.'
  const { index, length } = quill.getSelection(true)
  quill.setSelection(insertBlock(quill, index + length, { picture: written }, 'user'), 0, 'silent')
  return undefined
}

function applyDescription(quill: Quill, written: string): undefined {
  const picture = selectedPicture(quill)
  if (picture) quill.formatText(picture.index, 1, 'alt', written || false, 'user')
}

/** Asks for files, or for an address if uploading is not possible. */
export function choosePictures(quill: Quill): void {
  const uploads = uploadsOf(quill)
  if (!uploads?.canUpload()) {
    bubbleOf(quill).edit('image')
    return
  }
  const range = quill.getSelection(true)
  const what = { type: 'file', accept: 'image/*', multiple: true, hidden: true }
  const chooser = Object.assign(document.createElement('input'), what)
  chooser.addEventListener('change', () => {
    uploads.insertFiles(range.index + range.length, [...(chooser.files ?? [])])
    chooser.remove()
  })
  chooser.addEventListener('cancel', () => chooser.remove())
  quill.container.append(chooser)
  bubbleOf(quill).hide()
  chooser.click()
}

/** A press on a picture within a line selects it, and the bubble then offers to describe it. */
export function markPictures(quill: Quill): void {
  quill.root.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLImageElement) || target.closest('.ql-kept, .ql-upload, .ql-picture')) return
    const blot = quill.scroll.find(target)
    if (blot) quill.setSelection(quill.getIndex(blot as never), 1, 'user')
  })
  quill.on('editor-change', () => {
    bubbleOf(quill).root.classList.toggle('ql-on-picture', selectedPicture(quill) !== undefined)
  })
}
