import type { Cell, Game, Move } from './game.ts'
import { boxOf, columnOf, digitsIn, type Grid, rowOf, units } from './grid.ts'

/** How a screen reader names the field of a cell, whose digit is its value. */
export function nameField(cell: number, state: Cell): string {
  return [placeOf(cell), `box ${boxOf(cell) + 1}`, ...stateOf(state)].join(', ')
}

/** How it names the cell of the grid, which has no value of its own. */
export function nameCell(cell: number, state: Cell): string {
  const box = `box ${boxOf(cell) + 1}`
  return [placeOf(cell), box, ...(state.value ? [state.value] : []), ...stateOf(state)].join(', ')
}

function stateOf({ value, isInitial, conflicts, isWrong, marks }: Cell): string[] {
  return [
    isInitial ? 'given' : value ? 'your digit' : 'empty',
    ...(value === 0 && marks !== 0 ? [`marks ${digitsIn(marks).join(' ')}`] : []),
    ...(isWrong ? ['wrong'] : []),
    ...(conflicts ? ['conflict'] : []),
  ]
}

/** The message about a move; `isShown` if it is worth reading for everyone and not only for screen readers. */
export function describeMove(before: Game, after: Game, move: Move): { text: string; isShown: boolean } {
  const quiet = (text: string) => ({ text, isShown: false })
  const shown = (text: string) => ({ text, isShown: true })
  switch (move.kind) {
    case 'enter':
    case 'mark':
    case 'clear':
      if (after === before) return quiet(refusal(before, move.cell))
      if (move.kind === 'clear') return quiet(`${placeOf(move.cell)} cleared.`)
      if (move.kind === 'mark') return quiet(marksSentence(after, move.cell))
      return entered(after, move.cell, move.digit)
    case 'fillMarks':
      return shown('Every empty cell now has its possible digits as marks.')
    case 'check':
      return shown(checkSentence(after))
    case 'restart':
      return shown('Restarted. Undo brings everything back.')
    case 'undo':
      return quiet(after === before ? 'There is nothing to undo.' : 'Undone.')
    case 'redo':
      return quiet(after === before ? 'There is nothing to redo.' : 'Redone.')
    default:
      return quiet('')
  }
}

function entered(game: Game, cell: number, digit: number) {
  const conflict = describeConflict(game.values, cell)
  const isFull = !game.solved && game.values.every((value) => value !== 0)
  if (conflict) return { text: conflict, isShown: true }
  if (isFull) return { text: 'Every cell is filled, but something is wrong. Check shows you what.', isShown: true }
  return { text: `${digit} in ${placeOf(cell).toLowerCase()}.`, isShown: false }
}

/** E.g. `Conflict: two 5s in row 3 and box 1.`; undefined if the cell's digit appears only once. */
export function describeConflict(values: Grid, cell: number): string | undefined {
  const clashes = units.flatMap((unit, index) => {
    if (!unit.includes(cell)) return []
    const count = unit.filter((other) => values[other] === values[cell]).length
    return count > 1 ? [{ count, name: `${['row', 'column', 'box'][Math.floor(index / 9)]} ${(index % 9) + 1}` }] : []
  })
  if (clashes.length === 0 || !values[cell]) return undefined
  const count = Math.max(...clashes.map((clash) => clash.count)) === 2 ? 'two' : 'several'
  const names = clashes.map(({ name }) => name)
  return `Conflict: ${count} ${values[cell]}s in ${names.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`
}

function refusal(game: Game, cell: number): string {
  if (game.solved) return 'The puzzle is solved.'
  if (game.givens[cell] !== 0) return `${placeOf(cell)} is given and locked.`
  return ''
}

function marksSentence(game: Game, cell: number): string {
  const marks = digitsIn(game.marks[cell] as number)
  return marks.length > 0 ? `Marks ${marks.join(' ')} in ${placeOf(cell).toLowerCase()}.` : 'No marks left here.'
}

function checkSentence({ checked }: Game): string {
  if (checked.length === 0) return 'Nothing is wrong so far.'
  return checked.length === 1
    ? 'One digit is wrong; it is marked.'
    : `${checked.length} digits are wrong; they are marked.`
}

export function placeOf(cell: number): string {
  return `Row ${rowOf(cell) + 1}, column ${columnOf(cell) + 1}`
}
