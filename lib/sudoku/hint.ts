import { candidatesOf } from './candidates.ts'
import { type Game, wrongCells } from './game.ts'
import { applyStep, nextStep, rankOf } from './grade.ts'
import { columnOf, rowOf } from './grid.ts'
import type { Step } from './step.ts'
import { meaningOf } from './techniques.ts'

export type Hint =
  /** A digit on the board is already wrong: this has priority. */
  | { kind: 'wrong'; cells: readonly number[]; sentence: string }
  /** A digit that can be reasoned out: `sentence` names how and where, `answer` what. */
  | { kind: 'step'; cell: number; digit: number; cells: readonly number[]; sentence: string; answer: string }

/**
 * The next digit that can be reasoned out, and the hardest technique on the way to it; if no known technique helps, the
 * digit is the solution's.
 */
export function hintFor(game: Game): Hint | undefined {
  const wrong = wrongCells(game)
  if (wrong.length > 0) {
    const count = wrong.length === 1 ? 'One of your digits is' : `${wrong.length} of your digits are`
    return { kind: 'wrong', cells: wrong, sentence: `${count} wrong.` }
  }
  const grid = [...game.values]
  const candidates = candidatesOf(grid)
  let hardest: Step | undefined
  for (let step = nextStep(candidates); step; step = nextStep(candidates)) {
    if (!hardest || rankOf(step.technique) > rankOf(hardest.technique)) hardest = step
    if (step.place) return stepHint(step.place.cell, step.place.digit, hardest)
    applyStep(grid, candidates, step)
  }
  const cell = game.values.indexOf(0)
  return cell < 0 ? undefined : stepHint(cell, game.solution[cell] as number)
}

function stepHint(cell: number, digit: number, step?: Step): Hint {
  const place = `row ${rowOf(cell) + 1}, column ${columnOf(cell) + 1}`
  return {
    ...{ kind: 'step', cell, digit, cells: step?.cells ?? [cell] },
    sentence: step
      ? `${step.technique}${step.place ? ' in' : ', which leads to'} ${place}. ${meaningOf(step.technique)}`
      : `No technique on this page helps here. The solution has a digit for ${place}.`,
    answer: `${digit} goes in ${place}.`,
  }
}
