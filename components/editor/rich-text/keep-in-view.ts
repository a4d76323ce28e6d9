import type Quill from 'quill'
import { bubbleOf } from './toolbar.ts'

const gapPx = 8

/** The part of the window, from its top, that neither the editor's bar nor a phone's keyboard or toolbar covers. */
function freePart(): { top: number; bottom: number } {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const view = window.visualViewport
  const [start, height] = [view?.offsetTop ?? 0, view?.height ?? window.innerHeight]
  return {
    top: start + (Number.parseFloat(scrollPaddingTop) || 0),
    bottom: start + height - (Number.parseFloat(scrollPaddingBottom) || 0),
  }
}

/** Keeps the caret and the bubble out from under the editor's bar. Quill knows of the window's edges only. */
export function keepInView(quill: Quill): void {
  quill.scrollSelectionIntoView = () => {
    const range = quill.getSelection()
    const caret = range && quill.selection.getBounds(range.index, range.length)
    if (!caret) return
    const free = freePart()
    const by = caret.bottom > free.bottom ? caret.bottom - free.bottom : Math.min(0, caret.top - free.top)
    if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' })
  }

  const bubble = bubbleOf(quill)
  const position = bubble.position.bind(bubble)
  bubble.position = (reference) => {
    position(reference)
    const { bottom, height } = bubble.root.getBoundingClientRect()
    const { top } = reference
    const free = freePart()
    const above = quill.container.getBoundingClientRect().top + top - height - gapPx
    if (bottom > free.bottom && above >= free.top) bubble.root.style.top = `${top - height - gapPx}px`
  }
}
