import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'

/** A place in the shown text, measured from its corner. */
export type TextPoint = { x: number; y: number }
type Place = { from: TextPoint; until: TextPoint }

/** Text written in place of a selection, and of so many characters before and after it. */
type EarlyEdit = Place & { text: string; before: number; after: number }

/** The edits of a text that its editor has not taken over yet, and the selection, if the text has the focus. */
export type EarlyTyping = { edits: readonly EarlyEdit[]; selection: Place | undefined }

/**
 * Keeps what a writer types into a text that is only shown, and where.
 * @param onFirst called before the first edit is kept
 */
export function useEarlyTyping(shown: RefObject<HTMLElement | null>, onFirst: () => void) {
  const [kept] = useState(() => new KeptTyping(shown))
  kept.onFirst = onFirst
  return kept
}

class KeptTyping {
  onFirst = () => {}
  readonly #shown: RefObject<HTMLElement | null>
  readonly #edits: EarlyEdit[] = []
  #pressed: TextPoint = { x: 0, y: 0 }

  constructor(shown: RefObject<HTMLElement | null>) {
    this.#shown = shown
  }

  /** For browsers that set no caret in a text that can't be edited. */
  readonly press = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    this.#pressed = { x: clientX - left, y: clientY - top }
  }

  readonly type = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    // A key that the page has kept until now brings the selection of then (decision 031).
    const { selected } = event.nativeEvent as { selected?: Range }
    if (key === 'Backspace') this.#deleteBefore(selected)
    else if (key === 'Delete') this.#edit(selected).after++
    else if (key === 'Enter') this.#edit(selected).text += '\n'
    else if (key.length === 1) this.#edit(selected).text += key
    else return
    event.preventDefault()
  }

  readonly paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n')
    if (text) this.#edit().text += text
  }

  /** Undefined if there is nothing to go on with. */
  take(): EarlyTyping | undefined {
    const shown = this.#shown.current
    const hasFocus = shown !== null && document.activeElement === shown
    if (!hasFocus && this.#edits.length === 0) return undefined
    return { edits: this.#edits, selection: hasFocus ? this.#place() : undefined }
  }

  #deleteBefore(selected: Range | undefined): void {
    const edit = this.#edit(selected)
    // Deleting a selection takes no character before it.
    if (edit.text) edit.text = [...edit.text].slice(0, -1).join('')
    else if (isEmpty(edit) || edit.before > 0) edit.before++
  }

  /** The edit at the present place: the last one, unless the writer has gone elsewhere since. */
  #edit(selected?: Range): EarlyEdit {
    const place = this.#place(selected)
    const last = this.#edits.at(-1)
    if (last && isSamePoint(last.from, place.from) && isSamePoint(last.until, place.until)) return last
    if (!last) this.onFirst()
    const edit = { ...place, text: '', before: 0, after: 0 }
    this.#edits.push(edit)
    return edit
  }

  #place(selected = presentSelection()): Place {
    const shown = this.#shown.current
    if (shown && selected && shown.contains(selected.commonAncestorContainer)) return endsOf(selected, shown)
    return { from: this.#pressed, until: this.#pressed }
  }
}

function isSamePoint(one: TextPoint, other: TextPoint): boolean {
  return Math.round(one.x) === Math.round(other.x) && Math.round(one.y) === Math.round(other.y)
}

function isEmpty({ from, until }: Place): boolean {
  return isSamePoint(from, until)
}

function presentSelection(): Range | undefined {
  const selection = getSelection()
  return selection?.rangeCount ? selection.getRangeAt(0) : undefined
}

function endsOf(selected: Range, shown: HTMLElement): Place {
  const corner = shown.getBoundingClientRect()
  const pointOf = (node: Node, offset: number) => {
    const { left, top, height } = caretBox(node, offset)
    return { x: left - corner.left, y: top + height / 2 - corner.top }
  }
  const { startContainer, startOffset, endContainer, endOffset } = selected
  return { from: pointOf(startContainer, startOffset), until: pointOf(endContainer, endOffset) }
}

/** A caret beside no text has no box: its line's, or its picture's, then. */
function caretBox(node: Node, offset: number): DOMRect {
  const caret = document.createRange()
  caret.setStart(node, offset)
  const [box] = caret.getClientRects()
  if (box) return box
  const beside = node.childNodes[offset] ?? node
  return (beside instanceof Element ? beside : (beside.parentElement ?? document.body)).getBoundingClientRect()
}
