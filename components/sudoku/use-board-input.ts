import { type KeyboardEvent, useCallback, useEffectEvent, useState } from 'react'
import type { Move } from '#lib/sudoku/game.ts'

type Wiring = {
  valueAt: (cell: number) => number
  move: (move: Move) => void
  /** Shows a hint, and answers the cell it leads to. */
  askHint: () => number | undefined
  onPause: () => void
  /** Announces changes to screen readers. */
  say: (text: string) => void
}

const middle = 40

/** The player's position on the board, and the handlers of keys, typing and the digit pad. */
export function useBoardInput({ valueAt, move, askHint, onPause, say }: Wiring) {
  const [at, setAt] = useState(middle)
  const [takesFocus, setTakesFocus] = useState(false)
  const [isMarking, setMarking] = useState(false)

  function enter(digit: number, cell = at, asMark = isMarking) {
    move(asMark ? { kind: 'mark', cell, digit } : { kind: 'enter', cell, digit })
  }
  function erase(cell = at) {
    move({ kind: 'clear', cell })
  }
  function toggleMarks() {
    setMarking(!isMarking)
    say(isMarking ? 'Digits are entered.' : 'Digits are pencil marks.')
  }
  function goTo(cell: number, withFocus: boolean) {
    setTakesFocus(withFocus)
    setAt(cell)
  }

  /** Asked for in the board, the focus follows to the hinted cell: the next digit belongs there. */
  function showHint(withFocus: boolean) {
    const cell = askHint()
    if (cell !== undefined) goTo(cell, withFocus)
  }

  const onKey = useEffectEvent((event: KeyboardEvent, cell: number) => {
    const command = commandOf(event, cell)
    if (!command) return
    event.preventDefault()
    if (command.kind === 'go') goTo(command.cell, true)
    else if (command.kind === 'digit') enter(command.digit, cell, command.asMark || isMarking)
    else if (command.kind === 'clear') erase(cell)
    else if (command.kind === 'marks') toggleMarks()
    else if (command.kind === 'hint') showHint(true)
    else if (command.kind === 'pause') onPause()
    else move({ kind: command.kind })
  })
  const onText = useEffectEvent((text: string, cell: number) => {
    const digit = typedDigit(text, valueAt(cell))
    if (digit === 0) erase(cell)
    else if (digit !== undefined) enter(digit, cell)
  })

  const onKeyDown = useCallback((event: KeyboardEvent, cell: number) => onKey(event, cell), [])
  const onType = useCallback((text: string, cell: number) => onText(text, cell), [])
  const board = { at, takesFocus, onFocus: setAt, onKeyDown, onType }
  return { board, at, isMarking, goTo, enter, erase, toggleMarks, showHint }
}

/** The command that a key gives in a cell. */
type Command =
  | { kind: 'go'; cell: number }
  | { kind: 'digit'; digit: number; asMark: boolean }
  | { kind: 'clear' | 'undo' | 'redo' | 'marks' | 'hint' | 'pause' }

type Key = { key: string; code: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

/** Letters act only here, with the focus in the grid (WCAG 2.1.4); everything else is left to the browser. */
function commandOf(event: Key, at: number): Command | undefined {
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
function typedDigit(text: string, value: number): number | undefined {
  if (text.trim() === '') return 0
  const added = value === 0 ? text : text.replace(String(value), '')
  return /^[1-9]$/.test(added) ? Number(added) : undefined
}
