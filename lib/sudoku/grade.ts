import { bitOf, type Candidates, candidatesOf } from './candidates.ts'
import { type Grid, peers } from './grid.ts'
import type { Step, TechniqueName } from './step.ts'
import { techniques } from './techniques.ts'

/** The easiest next step that a person would take; undefined if none of the known techniques helps. */
export function nextStep(candidates: Candidates): Step | undefined {
  for (const { find } of techniques) {
    const step = find(candidates)
    if (step) return step
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

/**
 * The hardest technique that solving by the easiest steps needs; undefined if these techniques do not suffice, or if
 * one harder than `atMost` is needed.
 */
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
export function rankOf(name: TechniqueName): number {
  return techniques.findIndex((technique) => technique.name === name)
}
