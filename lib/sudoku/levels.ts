import type { TechniqueName } from './techniques.ts'

export type LevelName = 'classic' | 'easy' | 'medium' | 'hard' | 'expert'

type Level = {
  name: LevelName
  label: string
  /** The techniques that it takes, in one sentence. */
  description: string
  /** The hardest technique a puzzle of this level needs is one of these, in their order; the classic one is not graded. */
  hardest: readonly TechniqueName[]
}

/** Graded by the hardest technique that a puzzle needs; `classic` is the specification's rule and comes first. */
export const levels: readonly Level[] = [
  {
    name: 'classic',
    label: 'Classic',
    description:
      'Each cell has an even chance of being emptied, as long as there is still only one solution. Not graded, and mostly gentle.',
    hardest: [],
  },
  {
    name: 'easy',
    label: 'Easy',
    description: 'Naked and hidden singles are enough.',
    hardest: ['Naked Single', 'Hidden Single'],
  },
  {
    name: 'medium',
    label: 'Medium',
    description: 'Needs locked candidates.',
    hardest: ['Locked Candidates'],
  },
  {
    name: 'hard',
    label: 'Hard',
    description: 'Needs pairs or triples, naked or hidden.',
    hardest: ['Naked Pair', 'Hidden Pair', 'Naked Triple', 'Hidden Triple'],
  },
  {
    name: 'expert',
    label: 'Expert',
    description: 'Needs an X-Wing, a Swordfish or an XY-Wing.',
    hardest: ['X-Wing', 'Swordfish', 'XY-Wing'],
  },
]

export function isLevel(name: string): name is LevelName {
  return levels.some((level) => level.name === name)
}

/** How a level is called on the page. */
export function labelOf(name: LevelName): string {
  return levels.find((level) => level.name === name)?.label ?? name
}
