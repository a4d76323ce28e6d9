import { sizeOf } from './candidates.ts'

// Pairs, triples and fish are one pattern. Cells and their digits: naked subsets. Digits and their cells: hidden ones. A
// digit's rows and their columns, or the reverse: fish.

/** Nine sets of nine elements, as masks; filled in before each reduction, which so allocates nothing. */
export const sets = new Uint16Array(9)
const before = new Uint16Array(9)

/**
 * If two or three sets contain only as many elements between them, these elements leave the other sets.
 * @returns whether any did
 */
export function reduceSets(): boolean {
  before.set(sets)
  for (let one = 0; one < 8; one++) {
    if (!isSmall(one)) continue
    for (let two = one + 1; two < 9; two++) {
      if (!isSmall(two)) continue
      const pair = (sets[one] as number) | (sets[two] as number)
      const size = sizeOf(pair)
      if (size === 2) leaveOthers(pair, (1 << one) | (1 << two))
      if (size > 3) continue
      for (let three = two + 1; three < 9; three++) {
        if (!isSmall(three)) continue
        const all = pair | (sets[three] as number)
        if (sizeOf(all) === 3) leaveOthers(all, (1 << one) | (1 << two) | (1 << three))
      }
    }
  }
  return sets.some((set, index) => set !== before[index])
}

function isSmall(index: number): boolean {
  const size = sizeOf(sets[index] as number)
  return size === 2 || size === 3
}

function leaveOthers(elements: number, members: number): void {
  for (let index = 0; index < 9; index++) {
    if ((members & (1 << index)) === 0) sets[index] = (sets[index] as number) & ~elements
  }
}

/** The elements that the last reduction took from a set. */
export function lost(index: number): number {
  return (before[index] as number) & ~(sets[index] as number)
}
