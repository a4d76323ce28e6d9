import { type KeyboardEvent, useCallback, useEffectEvent, useState } from 'react'
import type { Move } from '#lib/sudoku/game.ts'
import { commandOf, typedDigit } from './keys.ts'

type Wiring = {
  valueAt: (cell: number) => number
  move: (move: Move) => void
  /** Shows a hint, and answers the cell it leads to. */
  askHint: () => number | undefined
  onPause: () => void
  /** Says what cannot be seen by a screen reader otherwise. */
  say: (text: string) => void
}

const middle = 40

/** The player's position on the board, and what keys, typing and the pad do there. */
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

  return {
    ...{ at, takesFocus, isMarking, goTo, enter, erase, toggleMarks, showHint },
    onFocus: setAt,
    onKeyDown: useCallback((event: KeyboardEvent, cell: number) => onKey(event, cell), []),
    onType: useCallback((text: string, cell: number) => onText(text, cell), []),
  }
}
