import type Quill from 'quill'
import type { TextPoint } from '../use-early-typing.ts'

/** The place in the text at a point that is measured from the text's corner. */
export function indexAtTextPoint(quill: Quill, { x, y }: TextPoint): number {
  const { root } = quill
  const inWindow = () => {
    const { left, top, width } = root.getBoundingClientRect()
    return [left + Math.min(Math.max(x, 1), width - 1), top + y] as const
  }
  const scrolledTo = scrollY
  // Browsers find a place only where they show it: the page goes there and back before the next paint.
  if (!root.contains(document.elementFromPoint(...inWindow())))
    scrollBy({ top: inWindow()[1] - innerHeight / 2, behavior: 'instant' })
  const index = indexAtPoint(quill, ...inWindow())
  if (scrollY !== scrolledTo) scrollTo({ top: scrolledTo, behavior: 'instant' })
  return index
}

/** The place in the text at a point of the window: the beginning if the point is elsewhere, the end if no browser call says. */
export function indexAtPoint(quill: Quill, x: number, y: number): number {
  const place = placeAtPoint(x, y)
  if (place === undefined) return quill.getLength() - 1
  if (!place || !quill.root.contains(place.node)) return 0
  const { node, offset } = place
  // In an element it is a number of children: the place is before one of them, or after the last.
  const next = node.childNodes[offset]
  const blot = quill.scroll.find(next ?? node, true)
  if (!blot) return 0
  const isAfterLast = !next && offset > 0 && !(node instanceof Text)
  return quill.getIndex(blot as never) + (isAfterLast ? blot.length() - 1 : node instanceof Text ? offset : 0)
}

type Place = { node: Node; offset: number }

/** Null where there is no text, undefined in a browser that can't say. */
function placeAtPoint(x: number, y: number): Place | null | undefined {
  const position = document.caretPositionFromPoint?.(x, y)
  if (position !== undefined) return position && { node: position.offsetNode, offset: position.offset }
  // Safari has long had this name alone.
  const range = document.caretRangeFromPoint?.(x, y)
  return range && { node: range.startContainer, offset: range.startOffset }
}
