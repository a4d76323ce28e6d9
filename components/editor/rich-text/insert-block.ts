import type Quill from 'quill'
import { Delta } from 'quill'

/** Puts a block where the caret is: in front of a line, or after what stands before the caret. @returns the place after it. */
export function insertBlock(
  quill: Quill,
  index: number,
  embed: Record<string, unknown>,
  source: 'user' | 'api',
): number {
  const [line, offset] = quill.getLine(index)
  const isAtStart = offset === 0
  const change = new Delta().retain(index)
  if (!isAtStart) change.insert('\n', line?.formats() ?? {})
  quill.updateContents(change.insert(embed), source)
  return index + (isAtStart ? 1 : 2)
}

/** Puts a divider at the caret, which goes on below it. */
export function insertDivider(quill: Quill): void {
  const { index, length } = quill.getSelection(true)
  quill.history.cutoff()
  quill.setSelection(insertBlock(quill, index + length, { divider: true }, 'user'), 0, 'user')
  quill.history.cutoff()
}
