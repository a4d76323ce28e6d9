import { describeConflict, describeMove, nameCell, nameField } from './describe-cell.ts'
import { type Move, newGame, play } from './game.ts'
import { generate } from './generate.ts'
import { emptyGrid, withValue } from './grid.ts'

const puzzle = generate('classic', 'words')
const game = newGame(puzzle)
const free = puzzle.givens.indexOf(0)
const given = puzzle.givens.findIndex((digit) => digit !== 0)
const say = (move: Move, before = game) => describeMove(before, play(before, move), move)

test('a cell is named by row, column, box and state', () => {
  const cell = { value: 0, isInitial: false, incorrect: false, conflicts: false, isWrong: false, marks: 0 }
  expect(nameField(22, cell)).toBe('Row 3, column 5, box 2, empty')
  expect(nameField(22, { ...cell, marks: 0b1000100 })).toBe('Row 3, column 5, box 2, empty, marks 3 7')
  expect(nameField(80, { ...cell, value: 4, isInitial: true })).toBe('Row 9, column 9, box 9, given')
  expect(nameCell(80, { ...cell, value: 4, isInitial: true })).toBe('Row 9, column 9, box 9, 4, given')
  expect(nameCell(22, cell)).toBe('Row 3, column 5, box 2, empty')
})

test('a conflicting digit and a digit that a check found wrong are described differently', () => {
  const cell = { value: 4, isInitial: false, incorrect: true, conflicts: false, isWrong: false, marks: 0 }
  const place = 'Row 1, column 1, box 1'
  expect(nameField(0, { ...cell, conflicts: true })).toBe(`${place}, your digit, conflict`)
  expect(nameField(0, { ...cell, isWrong: true })).toBe(`${place}, your digit, wrong`)
  expect(nameCell(0, { ...cell, isWrong: true, conflicts: true })).toBe(`${place}, 4, your digit, wrong, conflict`)
})

test('a conflict names every unit that has the digit twice', () => {
  const two = withValue(withValue(emptyGrid, 0, 5), 1, 5)
  expect(describeConflict(two, 0)).toBe('Conflict: two 5s in row 1 and box 1.')
  expect(describeConflict(withValue(withValue(emptyGrid, 0, 5), 8, 5), 8)).toBe('Conflict: two 5s in row 1.')
  expect(describeConflict(withValue(two, 9, 5), 0)).toBe(
    'Conflict: two 5s in row 1, column 1 and box 1.'.replace('two', 'several'),
  )
  expect(describeConflict(emptyGrid, 0)).toBeUndefined()
})

test('moves are answered, and refusals too', () => {
  const digit = puzzle.solution[free] as number
  expect(say({ kind: 'enter', cell: free, digit }).text).toMatch(new RegExp(`^${digit} in row 1, column \\d\\.$`))
  expect(say({ kind: 'enter', cell: given, digit }).text).toMatch(/is given and locked/)
  expect(say({ kind: 'mark', cell: free, digit: 3 }).text).toMatch(/^Marks 3 in row/)
  expect(say({ kind: 'undo' }).text).toBe('There is nothing to undo.')
  expect(say({ kind: 'check' })).toEqual({ text: 'Nothing is wrong so far.', isShown: true })
  const wrong = play(game, { kind: 'enter', cell: free, digit: (digit % 9) + 1 })
  expect(say({ kind: 'check' }, wrong).text).toBe('One digit is wrong; it is marked.')
  expect(say({ kind: 'clear', cell: free }, wrong).text).toMatch(/cleared/)
  expect(say({ kind: 'undo' }, wrong).text).toBe('Undone.')
})

test('a full board with errors is reported', () => {
  const [one = 0, other = 0] = puzzle.givens.flatMap((digit, cell) => (digit === 0 ? [cell] : []))
  const values = withValue(withValue(puzzle.solution, one, 0), other, ((puzzle.solution[other] as number) % 9) + 1)
  const nearly = { ...game, values }
  const { text } = say({ kind: 'enter', cell: one, digit: puzzle.solution[one] as number }, nearly)
  expect(text).toMatch(/Every cell is filled, but something is wrong|Conflict/)
})
