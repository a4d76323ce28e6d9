/** The command that a key gives in a cell. */
export type Command =
  | { kind: 'go'; cell: number }
  | { kind: 'digit'; digit: number; asMark: boolean }
  | { kind: 'clear' | 'undo' | 'redo' | 'marks' | 'hint' | 'pause' }

type Key = { key: string; code: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

/** Letters act only here, with the focus in the grid (WCAG 2.1.4); everything else is left to the browser. */
export function commandOf(event: Key, at: number): Command | undefined {
  if (event.altKey) return undefined
  const target = targetOf(event, at)
  if (target !== undefined) return { kind: 'go', cell: target }
  // With Shift a digit key types a sign, so the key itself counts; on keyboards that need Shift to type a digit, that
  // is a digit and no mark.
  const typed = /^[1-9]$/.test(event.key) ? event.key : undefined
  const digit = Number(typed ?? /^Digit([1-9])$/.exec(event.code)?.[1] ?? 0)
  if (digit > 0 && !event.metaKey) return { kind: 'digit', digit, asMark: event.ctrlKey || (event.shiftKey && !typed) }
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return { kind: event.shiftKey ? 'redo' : 'undo' }
    return key === 'y' ? { kind: 'redo' } : undefined
  }
  if (key === 'delete' || key === 'backspace' || key === '0') return { kind: 'clear' }
  if (key === 'm' || key === ' ') return { kind: 'marks' }
  if (key === 'h') return { kind: 'hint' }
  return key === 'p' ? { kind: 'pause' } : undefined
}

function targetOf({ key, ctrlKey, metaKey, shiftKey }: Key, at: number): number | undefined {
  const row = Math.floor(at / 9)
  const column = at % 9
  if (shiftKey || metaKey) return undefined
  if (key === 'Home') return ctrlKey ? 0 : row * 9
  if (key === 'End') return ctrlKey ? 80 : row * 9 + 8
  if (ctrlKey) return undefined
  if (key === 'ArrowUp') return row > 0 ? at - 9 : at
  if (key === 'ArrowDown') return row < 8 ? at + 9 : at
  if (key === 'ArrowLeft') return column > 0 ? at - 1 : at
  if (key === 'ArrowRight') return column < 8 ? at + 1 : at
  return undefined
}

/** The digit typed or pasted into a cell's field; 0 for an emptied one, undefined for anything but a single digit. */
export function typedDigit(text: string, value: number): number | undefined {
  if (text.trim() === '') return 0
  const added = value === 0 ? text : text.replace(String(value), '')
  return /^[1-9]$/.test(added) ? Number(added) : undefined
}
