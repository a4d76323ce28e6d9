import { type Change, changesBetween, joinBlocks, splitBlocks } from './blocks.ts'

/** A place that the two sides changed differently. */
export type Collision = { base: string; mine: string; theirs: string }

/** One text if everything merges; else its parts in order, with collisions for a writer to decide. */
export type Merge = { merged: string } | { pieces: (string | Collision)[] }

/** The writer's choice for a collision; with `both`, mine comes first. */
export type Choice = 'mine' | 'theirs' | 'both'

/**
 * Two texts that come from one put together, by blocks (paragraphs, lines of lists): changes in different places meet,
 * equal changes are one, and what was changed on both sides otherwise is a collision. Nothing that either side wrote is
 * left out.
 */
export function mergeText(base: string, mine: string, theirs: string): Merge {
  // Before anything is cut: a text comes back to the letter.
  if (mine === theirs || theirs === base) return { merged: mine }
  if (mine === base) return { merged: theirs }
  const [baseBlocks, myBlocks, theirBlocks] = [splitBlocks(base), splitBlocks(mine), splitBlocks(theirs)]
  const sides: Side[] = [
    { blocks: myBlocks, changes: single(changesBetween(baseBlocks, myBlocks)) },
    { blocks: theirBlocks, changes: single(changesBetween(baseBlocks, theirBlocks)) },
  ]
  const pieces: (string[] | Collision)[] = []
  let at = 0
  for (const group of overlapping(sides)) {
    pieces.push(baseBlocks.slice(at, group.start))
    const [my = [], their = []] = group.changes.map((changes, side) =>
      changed(baseBlocks, sides[side]?.blocks ?? [], group, changes),
    )
    const original = baseBlocks.slice(group.start, group.end)
    pieces.push(
      settled(original, my, their) ?? { base: joinBlocks(original), mine: joinBlocks(my), theirs: joinBlocks(their) },
    )
    at = group.end
  }
  pieces.push(baseBlocks.slice(at))
  return finished(pieces)
}

/** The text once a writer has chosen, for every collision in order; without a choice, both stay. */
export function resolve(pieces: readonly (string | Collision)[], choices: readonly Choice[]): string {
  let collisions = 0
  const blocks = pieces.flatMap((piece) => {
    if (typeof piece === 'string') return splitBlocks(piece)
    const choice = choices[collisions++] ?? 'both'
    const parts = choice === 'both' ? [piece.mine, piece.theirs] : [piece[choice]]
    return parts.flatMap(splitBlocks)
  })
  return joinBlocks(blocks)
}

type Side = { blocks: string[]; changes: Change[] }
type Group = { start: number; end: number; changes: [Change[], Change[]] }

/** With an unchanged number of blocks, each was most likely changed in place. */
function single(changes: Change[]): Change[] {
  return changes.flatMap((change) => {
    const { start, end, afterStart, afterEnd } = change
    if (end - start !== afterEnd - afterStart) return [change]
    return Array.from({ length: end - start }, (_, by) => ({
      ...{ start: start + by, end: start + by + 1 },
      ...{ afterStart: afterStart + by, afterEnd: afterStart + by + 1 },
    }))
  })
}

/** The changes of both sides in order, those together that touch the same blocks of the base. */
function overlapping(sides: Side[]): Group[] {
  const all = sides
    .flatMap(({ changes }, side) => changes.map((change) => ({ change, side })))
    .sort((one, other) => one.change.start - other.change.start || one.change.end - other.change.end)
  const groups: Group[] = []
  for (const { change, side } of all) {
    let group = groups.at(-1)
    if (group && overlaps(group, change)) group.end = Math.max(group.end, change.end)
    else {
      group = { start: change.start, end: change.end, changes: [[], []] }
      groups.push(group)
    }
    group.changes[side as 0 | 1].push(change)
  }
  return groups
}

function overlaps(group: Group, { start, end }: Change): boolean {
  if (start < group.end) return true
  // Two insertions at one place: there is no way to know which comes first.
  return start === end && group.start === group.end && start === group.start
}

/** The blocks of a group as one side has them. */
function changed(base: string[], blocks: string[], { start, end }: Group, changes: Change[]): string[] {
  const result: string[] = []
  let at = start
  for (const change of changes) {
    result.push(...base.slice(at, change.start), ...blocks.slice(change.afterStart, change.afterEnd))
    at = change.end
  }
  return [...result, ...base.slice(at, end)]
}

function settled(original: string[], mine: string[], theirs: string[]): string[] | undefined {
  if (isSame(mine, theirs) || isSame(theirs, original)) return mine
  return isSame(mine, original) ? theirs : undefined
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((block, at) => block === other[at])
}

function finished(parts: (string[] | Collision)[]): Merge {
  const pieces: (string | Collision)[] = []
  let blocks: string[] = []
  const end = () => {
    if (blocks.length > 0) pieces.push(joinBlocks(blocks))
    blocks = []
  }
  for (const part of parts) {
    if (Array.isArray(part)) blocks.push(...part)
    else {
      end()
      pieces.push(part)
    }
  }
  if (pieces.length === 0) return { merged: joinBlocks(blocks) }
  end()
  return { pieces }
}
