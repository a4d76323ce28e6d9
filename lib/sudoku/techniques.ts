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
    meaning: 'A cell has only one possible digit left.',
    find: nakedSingle,
  },
  {
    name: 'Hidden Single',
    meaning: 'A digit has only one possible cell left in a row, column or box.',
    find: hiddenSingle,
  },
  {
    name: 'Locked Candidates',
    meaning:
      'In a box, a digit fits only in one row or column, so it can’t be elsewhere in that line; or the other way round.',
    find: lockedCandidates,
  },
  {
    name: 'Naked Pair',
    meaning: 'Two cells of a row, column or box share the same two candidates, so no other cell there can hold them.',
    find: nakedSubset(2, 'Naked Pair'),
  },
  {
    name: 'Hidden Pair',
    meaning: 'Two digits fit only in the same two cells of a row, column or box, so no other digit can go there.',
    find: hiddenSubset(2, 'Hidden Pair'),
  },
  {
    name: 'Naked Triple',
    meaning:
      'Three cells of a row, column or box share three candidates between them, so no other cell there can hold them.',
    find: nakedSubset(3, 'Naked Triple'),
  },
  {
    name: 'Hidden Triple',
    meaning: 'Three digits fit only in the same three cells of a row, column or box, so no other digit can go there.',
    find: hiddenSubset(3, 'Hidden Triple'),
  },
  {
    name: 'X-Wing',
    meaning:
      'In two rows, a digit fits only in the same two columns, so it can’t be elsewhere in those; or the other way round.',
    find: fish(2, 'X-Wing'),
  },
  {
    name: 'Swordfish',
    meaning: 'An X-Wing with three rows and three columns.',
    find: fish(3, 'Swordfish'),
  },
  {
    name: 'XY-Wing',
    meaning:
      'A cell with two candidates sees two others, each with one of them and the same third digit. A cell that sees both can’t be that digit.',
    find: xyWing,
  },
]

export function meaningOf(name: TechniqueName): string {
  return techniques.find((technique) => technique.name === name)?.meaning ?? ''
}
