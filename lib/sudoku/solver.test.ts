import { generate } from './generate.ts'
import { emptyGrid, formatGrid, isSolved, parseGrid, withValue } from './grid.ts'
import { seededRandom, shuffled } from './random.ts'
import { canLose, hasOneSolution, search } from './solver.ts'
import { countSolutions } from './testing/count-solutions.ts'
import { seventeenClues } from './testing/seventeen-clues.ts'

// Arto Inkala's puzzle of 2010, which newspapers called the hardest in the world.
const hard = '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..'

describe('the solver', () => {
  test.each([...seventeenClues, hard])('finds the only solution of %s', (text) => {
    const puzzle = parseGrid(text)
    const { solutions, solution } = search(puzzle)
    expect(solutions).toBe(1)
    expect(isSolved(solution ?? [])).toBe(true)
    expect(puzzle.every((digit, cell) => digit === 0 || digit === solution?.[cell])).toBe(true)
    expect(hasOneSolution(puzzle)).toBe(true)
  })

  test('says of any grid what an independent check says', () => {
    const counted = { 0: 0, 1: 0, 2: 0 } as Record<number, number>
    for (let seed = 0; seed < 150; seed++) {
      const random = seededRandom(`grids ${seed}`)
      const { solution } = generate('classic', `grids ${seed}`)
      const grid = [...solution]
      for (const cell of shuffled(81, random).slice(0, 40 + (seed % 16))) grid[cell] = 0
      // Every third one gets a digit that may fit nowhere.
      if (seed % 3 === 0) grid[grid.indexOf(0)] = 1 + (seed % 9)
      const solutions = countSolutions(grid)
      expect(search(grid).solutions).toBe(solutions)
      counted[solutions] = (counted[solutions] ?? 0) + 1
    }
    expect(Math.min(...Object.values(counted))).toBeGreaterThan(10)
  })

  test('knows which cells a puzzle can lose', () => {
    const { givens } = generate('classic', 'losing')
    for (const [cell, digit] of givens.entries()) {
      if (digit !== 0) expect(canLose(givens, cell)).toBe(countSolutions(withValue(givens, cell, 0)) === 1)
    }
  })

  test('finds no solution if digits clash', () => {
    for (const [one, other] of [
      [0, 8],
      [0, 72],
      [0, 10],
    ] as const) {
      expect(search(withValue(withValue(emptyGrid, one, 5), other, 5)).solutions).toBe(0)
    }
  })

  test('stops at its bound of guesses and says so', () => {
    const { cutOff, nodes } = search(emptyGrid, { most: 1_000_000, nodesMost: 500 })
    expect(cutOff).toBe(true)
    expect(nodes).toBe(500)
    expect(hasOneSolution(emptyGrid)).toBe(false)
  })

  test('does not hang on grids made to hang it', () => {
    // Without a solution, and it takes a brute force minutes to see it (from Peter Norvig's essay on solving every Sudoku).
    const impossible = parseGrid('.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........')
    expect(search(impossible).solutions).toBe(0)
    for (let seed = 0; seed < 200; seed++) {
      const random = seededRandom(`noise ${seed}`)
      const noise = Array.from({ length: 81 }, () => (random() < 0.15 ? 1 + Math.floor(random() * 9) : 0))
      expect(search(noise).nodes).toBeLessThanOrEqual(20_000)
    }
  })

  test('writes grids as it reads them', () => {
    expect(formatGrid(parseGrid(hard))).toBe(hard.replaceAll('.', '0'))
    for (const text of ['', '1'.repeat(80), 'x'.repeat(81), `${'0'.repeat(81)}\n`])
      expect(() => parseGrid(text)).toThrow()
  })
})
