import { placeOf } from './describe-cell.ts'
import { type Game, wrongCells } from './game.ts'
import { bitOf, type Candidates, candidatesOf, type Grid, peers } from './grid.ts'
import { meaningOf, type Step, type TechniqueName, techniques } from './techniques.ts'

export type Hint =
  /** A digit on the board is already wrong: this has priority. */
  | { kind: 'wrong'; cells: readonly number[]; sentence: string }
  /** A digit that can be reasoned out: `sentence` names how and where, `answer` what. */
  | { kind: 'step'; cell: number; digit: number; cells: readonly number[]; sentence: string; answer: string }

/** The next digit that can be reasoned out, with the hardest technique on the way to it; else the solution's digit. */
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
  const place = placeOf(cell).toLowerCase()
  return {
    ...{ kind: 'step', cell, digit, cells: step?.cells ?? [cell] },
    sentence: step
      ? `${step.technique}${step.place ? ' in' : ', which leads to'} ${place}. ${meaningOf(step.technique)}`
      : `No technique on this page helps here. The solution has a digit for ${place}.`,
    answer: `${digit} goes in ${place}.`,
  }
}

/** The easiest next step that a person would take; undefined if none of the known techniques helps. */
export function nextStep(candidates: Candidates): Step | undefined {
  for (const { name: technique, find } of techniques) {
    for (const step of find(candidates)) if (step.place || step.strike.length > 0) return { technique, ...step }
  }
  return undefined
}

export function applyStep(grid: number[], candidates: Candidates, step: Step): void {
  for (const { cell, digit } of step.strike) candidates[cell] = (candidates[cell] as number) & ~bitOf(digit)
  if (!step.place) return
  const { cell, digit } = step.place
  grid[cell] = digit
  candidates[cell] = 0
  for (const peer of peers[cell] as number[]) candidates[peer] = (candidates[peer] as number) & ~bitOf(digit)
}

/** The hardest technique that the easiest way needs; undefined if none suffices, or none up to `atMost`. */
export function hardestTechnique(puzzle: Grid, atMost?: TechniqueName): TechniqueName | undefined {
  const most = atMost ? rankOf(atMost) : techniques.length - 1
  const grid = [...puzzle]
  const candidates = candidatesOf(puzzle)
  let hardest = 0
  let open = grid.filter((digit) => digit === 0).length
  while (open > 0) {
    const step = nextStep(candidates)
    if (!step) return undefined
    if (step.place) open--
    hardest = Math.max(hardest, rankOf(step.technique))
    if (hardest > most) return undefined
    applyStep(grid, candidates, step)
  }
  return techniques[hardest]?.name
}

/** 0 for the easiest. */
function rankOf(name: TechniqueName): number {
  return techniques.findIndex((technique) => technique.name === name)
}
