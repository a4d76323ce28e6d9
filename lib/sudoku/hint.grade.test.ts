import { generate } from './generate.ts'
import { candidatesOf, parseGrid } from './grid.ts'
import { applyStep, hardestTechnique, nextStep } from './hint.ts'
import { levels } from './levels.ts'
import { isSolvedWithin, type Reach } from './quick-grade.ts'
import { seededRandom, shuffled } from './random.ts'
import { search } from './solver.ts'
import { kept, rearranged } from './stored-puzzles.ts'
import { type TechniqueName, techniques } from './techniques.ts'
import { countSolutions } from './testing/count-solutions.ts'

const hardestWithin: Record<Reach, TechniqueName> = {
  singles: 'Hidden Single',
  locked: 'Locked Candidates',
  subsets: 'Hidden Triple',
  wings: 'XY-Wing',
}

/** Puzzles of all kinds, also ones that no technique solves. */
function assorted(count: number): number[][] {
  return Array.from({ length: count }, (_, index) => {
    const level = levels[index % levels.length]?.name ?? 'classic'
    const { givens, solution } = generate(level, `assorted ${index}`)
    const random = seededRandom(`assorted ${index}`)
    const other = [...givens]
    for (const cell of shuffled(81, random).slice(0, 4)) other[cell] = index % 2 ? (solution[cell] as number) : 0
    return other
  })
}

describe('the steps', () => {
  test('never strike or place what the solution contradicts, and every technique comes up', () => {
    const seen = new Set<TechniqueName>()
    const puzzles = [...assorted(60), ...Object.values(kept).flatMap((texts) => texts.map(parseGrid))]
    for (const puzzle of puzzles) {
      if (search(puzzle).solutions !== 1) continue
      const solution = search(puzzle).solution ?? []
      const grid = [...puzzle]
      const candidates = candidatesOf(grid)
      for (let step = nextStep(candidates); step; step = nextStep(candidates)) {
        seen.add(step.technique)
        if (step.place) expect(solution[step.place.cell]).toBe(step.place.digit)
        for (const { cell, digit } of step.strike) expect(solution[cell]).not.toBe(digit)
        applyStep(grid, candidates, step)
      }
    }
    expect([...seen].sort()).toEqual(techniques.map(({ name }) => name).sort())
  })

  test('and the quick check agree on what is needed', () => {
    const answers = { true: 0, false: 0 }
    for (const puzzle of assorted(120)) {
      for (const reach of Object.keys(hardestWithin) as Reach[]) {
        const solved = hardestTechnique(puzzle, hardestWithin[reach]) !== undefined
        expect(isSolvedWithin(puzzle, reach)).toBe(solved)
        answers[`${solved}`]++
      }
    }
    expect(Math.min(answers.true, answers.false)).toBeGreaterThan(50)
  })

  test('mean something to a player', () => {
    for (const { meaning } of techniques) expect(meaning).toMatch(/^[A-Z].*\.$/)
  })
})

describe('kept puzzles', () => {
  const all = Object.entries(kept).flatMap(([level, texts]) => texts.map((text) => ({ level, text })))

  test.each(all)('$text is $level however it is rearranged', ({ level, text }) => {
    const hardest = hardestTechnique(parseGrid(text))
    expect(levels.find(({ name }) => name === level)?.hardest).toContain(hardest)
    const other = rearranged(parseGrid(text), seededRandom(text))
    expect(other).not.toEqual(parseGrid(text))
    expect(countSolutions(other)).toBe(1)
    expect(hardestTechnique(other)).toBe(hardest)
  })
})
