import { levelOf, puzzleOf } from './daily.ts'
import { generate, type Puzzle } from './generate.ts'
import { formatGrid, isSolved } from './grid.ts'
import { hardestTechnique } from './hint.ts'
import { levels } from './levels.ts'
import { countSolutions } from './testing/count-solutions.ts'

const puzzlesEach = 60
const seeds = Array.from({ length: puzzlesEach }, (_, index) => `test ${index}`)

describe.each(levels)('$name puzzles', ({ name, hardest }) => {
  const puzzles: Puzzle[] = seeds.map((seed) => generate(name, seed))

  test('have exactly one solution, by a check that is not the solver', () => {
    for (const { givens } of puzzles) expect(countSolutions(givens)).toBe(1)
  })

  test('have givens that are part of their solution', () => {
    for (const { givens, solution } of puzzles) {
      expect(isSolved(solution)).toBe(true)
      expect(givens.every((digit, cell) => digit === 0 || digit === solution[cell])).toBe(true)
    }
  })

  test('are the same for the same seed, and others for others', () => {
    for (const [index, seed] of seeds.entries()) expect(generate(name, seed)).toEqual(puzzles[index])
    expect(new Set(puzzles.map(({ givens }) => formatGrid(givens))).size).toBe(puzzlesEach)
  })

  if (hardest.length > 0) {
    test('need one of the techniques of their level, and none harder', () => {
      for (const { givens } of puzzles) expect(hardest).toContain(hardestTechnique(givens))
    })
  }
})

describe('the rule of the classic puzzle', () => {
  const samples = 800
  const emptied = new Array<number>(81).fill(0)
  const counts: number[] = []
  for (let seed = 0; seed < samples; seed++) {
    const { givens } = generate('classic', `rule ${seed}`)
    counts.push(givens.filter((digit) => digit === 0).length)
    for (const [cell, digit] of givens.entries()) if (digit === 0) emptied[cell] = (emptied[cell] ?? 0) + 1
  }
  const mean = counts.reduce((sum, count) => sum + count) / samples

  test('takes away about half of the cells: a coin for each, and a few stay for the only solution', () => {
    // 81 coins: 40.5 ± 4.5; of these the mean of what uniqueness lets go is a little less.
    expect(mean).toBeGreaterThan(38)
    expect(mean).toBeLessThan(40.5)
    const spread = Math.sqrt(counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / samples)
    expect(spread).toBeGreaterThan(3)
    expect(spread).toBeLessThan(5.5)
  })

  test('favours no cell', () => {
    const expected = mean / 81
    // Five standard errors: by chance a cell in 20,000 runs leaves them.
    const allowed = 5 * Math.sqrt((expected * (1 - expected)) / samples)
    for (const count of emptied) expect(Math.abs(count / samples - expected)).toBeLessThan(allowed)
  })
})

describe('the puzzle of a day', () => {
  test('is the same for everyone and another one each day', () => {
    const monday = puzzleOf({ kind: 'daily', date: '2026-11-23' })
    expect(puzzleOf({ kind: 'daily', date: '2026-11-23' })).toEqual(monday)
    expect(puzzleOf({ kind: 'daily', date: '2026-11-24' }).givens).not.toEqual(monday.givens)
  })

  test('never changes: who solved it yesterday and who opens its link next year see the same', () => {
    expect(formatGrid(puzzleOf({ kind: 'daily', date: '2026-11-23' }).givens)).toBe(
      '400107035600000000080020000056000200002050010000003000003000000000908061090500800',
    )
    expect(formatGrid(puzzleOf({ kind: 'numbered', level: 'expert', number: 1 }).givens)).toBe(
      '012000730000030000500607040200300056000006200400005010001200000840009000000500009',
    )
    expect(formatGrid(puzzleOf({ kind: 'numbered', level: 'classic', number: 1 }).givens)).toBe(
      '700400000500009710060170093145000300003587641080000005359806000406200000018093500',
    )
  })

  test('grows harder with the week', () => {
    const week = ['23', '24', '25', '26', '27', '28', '29'].map((day) => levelOf(`2026-11-${day}`))
    expect(week).toEqual(['easy', 'easy', 'medium', 'medium', 'hard', 'hard', 'expert'])
  })
})
