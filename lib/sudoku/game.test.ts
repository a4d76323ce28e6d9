import { cellsOf, type Game, type Move, newGame, play } from './game.ts'
import { generate } from './generate.ts'
import { bitOf, digitsIn } from './grid.ts'

const puzzle = generate('classic', 'game')
const [free = 0, other = 0] = puzzle.givens.flatMap((digit, cell) => (digit === 0 ? [cell] : []))
const given = puzzle.givens.findIndex((digit) => digit !== 0)
const right = (cell: number) => puzzle.solution[cell] as number
const wrong = (cell: number) => (right(cell) % 9) + 1

const played = (...moves: Move[]): Game => moves.reduce(play, newGame(puzzle))
const enter = (cell: number, digit: number): Move => ({ kind: 'enter', cell, digit })
const solving: Move[] = puzzle.givens.flatMap((digit, cell) => (digit === 0 ? [enter(cell, right(cell))] : []))

describe('a game', () => {
  test('takes digits and clears them', () => {
    expect(played(enter(free, 5)).values[free]).toBe(5)
    expect(played(enter(free, 5), { kind: 'clear', cell: free }).values[free]).toBe(0)
  })

  test.each([0, 10, -1, 1.5, Number.NaN])('refuses %s', (digit) => {
    expect(played(enter(free, digit)).values[free]).toBe(0)
    expect(played({ kind: 'mark', cell: free, digit }).marks[free]).toBe(0)
  })

  test('never changes a given cell', () => {
    const moves: Move[] = [
      enter(given, wrong(given)),
      { kind: 'clear', cell: given },
      { kind: 'mark', cell: given, digit: 1 },
    ]
    expect(played(...moves)).toEqual(newGame(puzzle))
  })

  test('is solved by the last right digit, and by nothing before', () => {
    expect(played(...solving.slice(0, -1)).solved).toBe(false)
    expect(played(...solving).solved).toBe(true)
  })

  test('stops once it is solved: clock, digits and undo', () => {
    const solved = played(...solving)
    for (const move of [{ kind: 'tick' }, enter(free, wrong(free)), { kind: 'undo' }, { kind: 'pause' }] as const)
      expect(play(solved, move)).toBe(solved)
    expect(play(solved, { kind: 'restart' })).toEqual(newGame(puzzle))
  })

  test('marks what clashes, given or not, as incorrect', () => {
    const row = Math.floor(free / 9) * 9
    const twin = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => row + index).find((cell) => puzzle.givens[cell]) as number
    const cells = cellsOf(played(enter(free, puzzle.givens[twin] as number)))
    expect(cells[free]).toMatchObject({ incorrect: true, conflicts: true, isWrong: false, isInitial: false })
    expect(cells[twin]).toMatchObject({ incorrect: true, conflicts: true, isWrong: false, isInitial: true })
  })

  test('a check marks wrong digits until they are changed', () => {
    const checked = played(enter(free, wrong(free)), { kind: 'check' })
    expect(cellsOf(checked)[free]).toMatchObject({ incorrect: true, isWrong: true })
    expect(cellsOf(play(checked, enter(free, right(free))))[free]?.incorrect).toBe(false)
  })

  test('stops while it is paused, and continues from there', () => {
    const running = played(enter(free, 5), { kind: 'tick' })
    const paused = play(running, { kind: 'pause' })
    const moves: Move[] = [{ kind: 'tick' }, enter(free, 6), { kind: 'undo' }, { kind: 'restart' }, { kind: 'pause' }]
    for (const move of moves) expect(play(paused, move)).toBe(paused)
    expect(play(paused, { kind: 'resume' })).toEqual(running)
    expect(play(running, { kind: 'resume' })).toBe(running)
  })
})

describe('pencil marks', () => {
  const marked = played({ kind: 'mark', cell: free, digit: 3 }, { kind: 'mark', cell: free, digit: 7 })

  test('come and go', () => {
    expect(digitsIn(marked.marks[free] as number)).toEqual([3, 7])
    expect(digitsIn(play(marked, { kind: 'mark', cell: free, digit: 3 }).marks[free] as number)).toEqual([7])
  })

  test('disappear from a cell with a new digit, and among its peers those of that digit', () => {
    const digit = right(free)
    const peer = other
    const filled = play(play(newGame(puzzle), { kind: 'mark', cell: peer, digit }), {
      kind: 'mark',
      cell: peer,
      digit: wrong(free),
    })
    const shares = Math.floor(free / 9) === Math.floor(peer / 9)
    expect(shares).toBe(true)
    expect(play(filled, enter(free, digit)).marks[peer]).toBe(bitOf(wrong(free)))
    expect(play(marked, enter(free, 5)).marks[free]).toBe(0)
  })

  test('can be filled in for all cells, and hold the solution then', () => {
    const { marks } = played({ kind: 'fillMarks' })
    for (const [cell, digit] of puzzle.givens.entries()) {
      if (digit === 0) expect(digitsIn(marks[cell] as number)).toContain(right(cell))
      else expect(marks[cell]).toBe(0)
    }
  })
})

describe('undo and redo', () => {
  test('walk back and forth through digits and marks', () => {
    const moves: Move[] = [
      { kind: 'mark', cell: free, digit: 4 },
      enter(free, 5),
      { kind: 'clear', cell: free },
      enter(other, 2),
    ]
    const end = played(...moves)
    let back = end
    for (const _ of moves) back = play(back, { kind: 'undo' })
    expect(back.values).toEqual(puzzle.givens)
    expect(back.marks[free]).toBe(0)
    for (const _ of moves) back = play(back, { kind: 'redo' })
    expect({ values: back.values, marks: back.marks }).toEqual({ values: end.values, marks: end.marks })
  })

  test('a new move forgets what was undone', () => {
    const game = played(enter(free, 5), { kind: 'undo' }, enter(free, 6))
    expect(game.future).toEqual([])
    expect(play(game, { kind: 'redo' })).toBe(game)
  })

  test('bring a restarted game back with its time and hints', () => {
    const before = played(enter(free, 5), { kind: 'tick' }, { kind: 'tick' }, { kind: 'hint' })
    const restarted = play(before, { kind: 'restart' })
    expect(restarted).toMatchObject({ values: puzzle.givens, seconds: 0, hints: 0 })
    const back = play(play(restarted, { kind: 'tick' }), { kind: 'undo' })
    expect(back).toMatchObject({ values: before.values, seconds: 2, hints: 1 })
    expect(play(back, { kind: 'redo' })).toMatchObject({ values: puzzle.givens, seconds: 1, hints: 0 })
  })
})
