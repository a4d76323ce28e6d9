import type Quill from 'quill'
import { Delta } from 'quill'
import type { EarlyTyping } from '../use-early-typing.ts'
import { indexAtTextPoint } from './index-at-point.ts'

/** Takes over what was written into the shown text, as one change, and its selection. Without the focus it takes none. */
export function resumeTyping(quill: Quill, { edits, selection }: EarlyTyping): void {
  // All places are those of the text before these edits.
  const from = selection && indexAtTextPoint(quill, selection.from)
  const until = selection && indexAtTextPoint(quill, selection.until)
  const change = changeOf(quill, edits)
  if (change.length() > 0) quill.updateContents(change, 'user')
  if (from === undefined || until === undefined) return
  const start = change.transformPosition(from)
  const length = change.transformPosition(until) - start
  // Where nothing was written, the page stays where its reader has scrolled to: a silent selection scrolls nothing.
  const isFollowed = edits.length > 0 || isInWindow(quill, start)
  quill.setSelection(start, length, isFollowed ? 'user' : 'silent')
}

function isInWindow(quill: Quill, index: number): boolean {
  const top = (quill.getBounds(index)?.top ?? 0) + quill.root.getBoundingClientRect().top
  return top >= 0 && top < innerHeight
}

function changeOf(quill: Quill, edits: EarlyTyping['edits']): Delta {
  const last = quill.getLength() - 1
  const placed = edits.map(({ from, until, text, before, after }) => ({
    start: Math.max(0, indexAtTextPoint(quill, from) - before),
    end: Math.min(last, indexAtTextPoint(quill, until) + after),
    text,
  }))
  const change = new Delta()
  let done = 0
  for (const { start, end, text } of placed.sort((one, other) => one.start - other.start)) {
    const at = Math.max(start, done)
    change.retain(at - done).insert(text, quill.getFormat(at))
    done = Math.max(end, at)
    change.delete(done - at)
  }
  return change
}
