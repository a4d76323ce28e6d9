import { type Game, newGame, play } from './game.ts'
import { generate } from './generate.ts'
import { emptyGrid, withValue } from './grid.ts'
import { hintFor } from './hint.ts'
import { levels } from './levels.ts'
import { search } from './solver.ts'

describe('hints', () => {
  test.each(levels)('lead to the end of a $name puzzle and name techniques of its level', ({ name, hardest }) => {
    const puzzle = generate(name, 'hinted')
    let game: Game = newGame(puzzle)
    const sentences: string[] = []
    while (!game.solved) {
      const hint = hintFor(game)
      if (hint?.kind !== 'step') throw new Error('There is a step in every open puzzle')
      expect(hint.digit).toBe(puzzle.solution[hint.cell])
      sentences.push(hint.sentence)
      game = play(game, { kind: 'enter', cell: hint.cell, digit: hint.digit })
    }
    expect(hintFor(game)).toBeUndefined()
    if (hardest.length > 0) expect(sentences.join()).toMatch(new RegExp(hardest.join('|')))
  })

  test('say first what is wrong', () => {
    const puzzle = generate('easy', 'wrong')
    const cell = puzzle.givens.indexOf(0)
    const game = play(newGame(puzzle), { kind: 'enter', cell, digit: ((puzzle.solution[cell] as number) % 9) + 1 })
    expect(hintFor(game)).toEqual({ kind: 'wrong', cells: [cell], sentence: 'One of your digits is wrong.' })
  })

  test('take the solution if no technique helps', () => {
    const { solution = emptyGrid } = search(emptyGrid, { most: 1 })
    const givens = withValue(withValue(emptyGrid, 0, solution[0] as number), 1, solution[1] as number)
    expect(hintFor(newGame({ givens, solution }))).toMatchObject({ cell: 2, digit: solution[2] })
  })
})
