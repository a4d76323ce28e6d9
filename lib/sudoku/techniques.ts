import { fish, xyWing } from './fish-and-wing-steps.ts'
import { hiddenSingle, nakedSingle } from './single-steps.ts'
import type { Find, TechniqueName } from './step.ts'
import { hiddenSubset, lockedCandidates, nakedSubset } from './unit-steps.ts'

type Technique = { name: TechniqueName; meaning: string; find: Find }

/**
 * The steps by which people solve, from the easiest to the hardest; a step is always looked for in this order. Names and
 * definitions are HoDoKu's (hodoku.sourceforge.net, "Solving Techniques").
 */
export const techniques: readonly Technique[] = [
  {
    name: 'Naked Single',
    meaning: 'Only one digit is left for a cell.',
    find: nakedSingle,
  },
  {
    name: 'Hidden Single',
    meaning: 'A digit has only one place left in a row, column or box.',
    find: hiddenSingle,
  },
  {
    name: 'Locked Candidates',
    meaning:
      'A digit’s places in a box all lie in one line, or those in a line all lie in one box; it leaves the rest.',
    find: lockedCandidates,
  },
  {
    name: 'Naked Pair',
    meaning: 'Two cells of a row, column or box have the same two digits left; these leave its other cells.',
    find: nakedSubset(2, 'Naked Pair'),
  },
  {
    name: 'Hidden Pair',
    meaning: 'Two digits have only the same two places in a row, column or box; every other digit leaves these cells.',
    find: hiddenSubset(2, 'Hidden Pair'),
  },
  {
    name: 'Naked Triple',
    meaning: 'Three cells of a row, column or box have only three digits between them; these leave its other cells.',
    find: nakedSubset(3, 'Naked Triple'),
  },
  {
    name: 'Hidden Triple',
    meaning: 'Three digits have only three places between them in a row, column or box; all others leave these cells.',
    find: hiddenSubset(3, 'Hidden Triple'),
  },
  {
    name: 'X-Wing',
    meaning: 'A digit’s places in two rows lie in the same two columns, or the reverse; it leaves the rest of those.',
    find: fish(2, 'X-Wing'),
  },
  {
    name: 'Swordfish',
    meaning: 'The same with three rows and three columns.',
    find: fish(3, 'Swordfish'),
  },
  {
    name: 'XY-Wing',
    meaning:
      'A cell with two digits sees two more, each with one of them and the same third digit: what sees both of those is not the third.',
    find: xyWing,
  },
]

export function meaningOf(name: TechniqueName): string {
  return techniques.find((technique) => technique.name === name)?.meaning ?? ''
}
