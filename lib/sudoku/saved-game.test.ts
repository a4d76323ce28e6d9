import fc from 'fast-check'
import { newGame, play } from './game.ts'
import { generate } from './generate.ts'
import { loadGame, saveGame } from './saved-game.ts'

const puzzle = generate('classic', 'saved')
const [cell = 0, marked = 0] = puzzle.givens.flatMap((digit, index) => (digit === 0 ? [index] : []))
const game = [
  { kind: 'enter', cell, digit: puzzle.solution[cell] as number } as const,
  { kind: 'mark', cell: marked, digit: 9 } as const,
  { kind: 'tick' } as const,
  { kind: 'hint' } as const,
].reduce(play, newGame(puzzle))
const text = saveGame(game)

describe('a saved game', () => {
  test('is restored with its digits, marks, time and hints', () => {
    expect(loadGame(puzzle, text)).toMatchObject({ values: game.values, marks: game.marks, seconds: 1, hints: 1 })
  })

  test('is restored paused if it was, but never once it is solved', () => {
    const paused = play(game, { kind: 'pause' })
    expect(loadGame(puzzle, text)?.isPaused).toBe(false)
    expect(loadGame(puzzle, saveGame(paused))?.isPaused).toBe(true)
    expect(loadGame(puzzle, saveGame({ ...paused, values: puzzle.solution }))?.isPaused).toBe(false)
  })

  test.each([',"isPaused":false', ',"isPaused":1', ',"isPaused":"true"', ''])('with %s is not paused', (written) => {
    expect(loadGame(puzzle, text.replace(',"isPaused":false', written))?.isPaused).toBe(false)
  })

  test('is ignored for another puzzle', () => {
    expect(loadGame(generate('classic', 'other'), text)).toBeUndefined()
  })

  test('of a solved puzzle is solved', () => {
    const solved = saveGame({ ...game, values: puzzle.solution })
    expect(loadGame(puzzle, solved)?.solved).toBe(true)
  })

  test.each([
    null,
    '',
    'null',
    '[]',
    '{',
    '{"values":1}',
    text.replace('"seconds":1', '"seconds":-1'),
    text.replace('"seconds":1', '"seconds":1e99'),
    text.replace('"hints":1', '"hints":"1"'),
    text.replace('"marks":[0', '"marks":[512'),
    text.replace('"marks":[0,', '"marks":['),
  ])('is ignored if it reads %s', (broken) => {
    expect(loadGame(puzzle, broken)).toBeUndefined()
  })

  test('never breaks a game, whatever is in the storage', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.record({ values: fc.string(), marks: fc.array(fc.anything()) }).map((value) => JSON.stringify(value)),
        ),
        (anything) => {
          expect(loadGame(puzzle, anything ?? null)).toBeUndefined()
        },
      ),
    )
  })
})
