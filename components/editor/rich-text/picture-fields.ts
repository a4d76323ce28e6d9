import type Quill from 'quill'
import { BlockEmbed } from 'quill/blots/block.js'
import { captionOf, makeField, type PictureFormats, StoryPicture } from './picture-block.ts'

const sizeNames = [
  ['picture-small', 'Small'],
  ['', 'Column'],
  ['picture-wide', 'Wide'],
] as const

/** Quill must not see these events of a picture's fields. */
const ownEvents = [
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste', 'copy', 'cut', 'drop'],
  ...['compositionstart', 'compositionupdate', 'compositionend'],
]

/**
 * Lets writers edit captions, descriptions and sizes in place. A change is in the text's HTML at once, and becomes an
 * undo step when they leave the picture: Quill would take the focus from the field with every key. `edited` is called at
 * every change.
 */
export function addPictureFields(quill: Quill, edited: () => void): void {
  const { root } = quill
  const tools = makeTools()

  /** Changes the picture behind Quill's back, which would put the caret into the text. */
  const quietly = (change: () => void) => {
    change()
    quill.scroll.observer.takeRecords()
  }
  const indexOf = (figure: HTMLElement) => {
    const blot = quill.scroll.find(figure)
    return blot ? quill.getIndex(blot as never) : undefined
  }

  const take = (figure: HTMLElement, change: PictureFormats) => {
    const blot = quill.scroll.find(figure) as StoryPicture | null
    quietly(() => {
      for (const [name, value] of Object.entries(change)) blot?.format(name, value)
    })
    edited()
  }

  const keepAsStep = (figure: HTMLElement) => {
    const index = indexOf(figure)
    if (index === undefined) return
    const before = (quill.getContents(index, 1).ops[0]?.attributes ?? {}) as PictureFormats
    const after = StoryPicture.formats(figure)
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof PictureFormats)[]
    const changed = names.filter((name) => before[name] !== after[name])
    if (changed.length === 0) return
    const blot = quill.scroll.find(figure) as StoryPicture
    quietly(() => {
      for (const name of changed) blot.format(name, before[name])
    })
    quill.history.cutoff()
    quill.formatText(index, 1, Object.fromEntries(changed.map((name) => [name, after[name] ?? null])), 'user')
    quill.history.cutoff()
  }

  const goOn = (figure: HTMLElement) => {
    const index = indexOf(figure)
    if (index === undefined) return
    if (quill.getLine(index + 1)[0] instanceof BlockEmbed) quill.insertText(index + 1, '\n', 'user')
    quill.setSelection(index + 1, 0, 'user')
  }

  for (const type of ownEvents) {
    root.addEventListener(
      type,
      (event) => {
        const figure = figureOf(event.target)
        if (!figure) return
        event.stopImmediatePropagation()
        if (event instanceof KeyboardEvent && type === 'keydown' && !event.isComposing) {
          const isDone =
            event.key === 'Escape' || (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement))
          if (isDone) event.preventDefault()
          if (isDone) goOn(figure)
        }
        if (type === 'input' && event.target instanceof HTMLTextAreaElement) {
          take(figure, { caption: event.target.value.replace(/\s+/g, ' ').trim() })
        }
        if (type === 'input' && event.target instanceof HTMLInputElement) {
          take(figure, { alt: event.target.value.replace(/\s+/g, ' ').trim() })
        }
      },
      true,
    )
  }

  root.addEventListener('focusin', ({ target }) => {
    const figure = figureOf(target)
    if (!figure || tools.element.parentElement === figure) return
    quietly(() => {
      tools.show(StoryPicture.formats(figure))
      figure.append(tools.element)
    })
  })
  root.addEventListener('focusout', ({ target }) => {
    const figure = figureOf(target)
    if (!figure) return
    // Waits until the focus has moved on.
    setTimeout(() => {
      if (figure.contains(document.activeElement)) return
      if (tools.element.parentElement === figure) quietly(() => tools.element.remove())
      if (figure.isConnected) keepAsStep(figure)
    })
  })
  root.addEventListener('click', ({ target }) => {
    const figure = figureOf(target)
    if (!figure) return
    if (target instanceof HTMLImageElement) captionOf(figure).focus()
    if (!(target instanceof HTMLButtonElement)) return
    if (target.dataset.size !== undefined) {
      take(figure, { pictureSize: target.dataset.size })
      quietly(() => tools.show(StoryPicture.formats(figure)))
      return
    }
    const index = indexOf(figure)
    if (index === undefined) return
    quill.deleteText(index, 1, 'user')
    quill.setSelection(index, 0, 'user')
  })
}

function makeTools() {
  const element = Object.assign(document.createElement('div'), { className: 'ql-picture-tools' })
  const description = makeField('input', 'What the picture shows', 'For people who can’t see it')
  const sizes = document.createElement('div')
  sizes.setAttribute('role', 'group')
  sizes.setAttribute('aria-label', 'Size of the picture')
  const buttons = sizeNames.map(([size, name]) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name })
    button.dataset.size = size
    return button
  })
  sizes.append(...buttons)
  const remove = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Remove picture' })
  const label = document.createElement('label')
  label.append('What the picture shows', description)
  element.append(label, sizes, remove)
  // A press on a button of Safari would take the focus away, and the tools with it.
  element.addEventListener('mousedown', (event) => {
    if (event.target instanceof HTMLButtonElement) event.preventDefault()
  })
  return {
    element,
    show({ alt = '', pictureSize = '' }: PictureFormats) {
      if (description.value.trim() !== alt) description.value = alt
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.size === pictureSize))
    },
  }
}

function figureOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.ql-picture') : null
}
