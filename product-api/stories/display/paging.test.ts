import fc from 'fast-check'
import { findPageEnd, pageEndNeighbours } from './paging.ts'

type Row = { id: string }

/** Where the pages of a list end, found by going from one to the next. */
function endsOf(list: readonly Row[], limit: number): string[] {
  const ends: string[] = []
  for (let start = 0; start < list.length; ) {
    const rows = list.slice(start, start + limit + pageEndNeighbours)
    const count = findPageEnd(rows, { limit, isFirst: start === 0 })
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(limit)
    start += count
    if (start < list.length) {
      if (count < limit) expect(count).toBeGreaterThan(pageEndNeighbours)
      ends.push(list[start - 1]?.id ?? '')
    }
  }
  return ends
}

const stories = (least: number, most: number) =>
  fc.uniqueArray(fc.uuid(), { minLength: least, maxLength: most }).map((ids) => ids.map((id) => ({ id })))
const limits = fc.integer({ min: 1, max: 40 })

test('every story is on one page, whatever the limit is', () => {
  fc.assert(fc.property(stories(0, 120), limits, (list, limit) => void endsOf(list, limit)))
})

test('a list that fits on a page is one', () => {
  fc.assert(
    fc.property(stories(0, 18), (list) => {
      expect(endsOf(list, 18)).toEqual([])
    }),
  )
})

/** Addresses that both lists have, from the first such one on. */
function fromFirstShared(before: string[], after: string[]): [string[], string[]] {
  const shared = before.find((id) => after.includes(id))
  return shared === undefined ? [[], []] : [before.slice(before.indexOf(shared)), after.slice(after.indexOf(shared))]
}

test('if an address still exists after stories were published, so do all that follow it', () => {
  fc.assert(
    fc.property(stories(30, 100), stories(1, 30), limits, (list, published, limit) => {
      const [before, after] = fromFirstShared(endsOf(list, limit), endsOf([...published, ...list], limit))
      expect(after).toEqual(before)
    }),
  )
})

describe('of many long lists, always the same ones', () => {
  /** How many addresses a change of each list moved. */
  function movedBy(change: (list: Row[], name: string) => Row[]): number[] {
    return Array.from({ length: 100 }, (_, round) => {
      const list = made(`list ${round}`, 150)
      const after = new Set(endsOf(change(list, `${round}`), 18))
      return endsOf(list, 18).filter((id) => !after.has(id)).length
    })
  }
  const made = (name: string, count: number): Row[] =>
    Array.from({ length: count }, (_, place) => ({ id: `${name} ${place}` }))
  const mean = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0) / counts.length

  test('a story that is published moves one or two addresses at most, and mostly none', () => {
    const moved = movedBy((list, name) => [...made(`new ${name}`, 1), ...list])
    expect(Math.max(...moved)).toBeLessThanOrEqual(2)
    expect(mean(moved)).toBeLessThan(0.5)
  })

  test('thirty stories move the first addresses alone', () => {
    const moved = movedBy((list, name) => [...made(`new ${name}`, 30), ...list])
    expect(Math.max(...moved)).toBeLessThanOrEqual(3)
    expect(mean(moved)).toBeLessThan(1)
  })

  test('a story that goes takes with it the ends near it alone', () => {
    const moved = movedBy((list) => list.toSpliced(60, 1))
    expect(Math.max(...moved)).toBeLessThanOrEqual(4)
    expect(mean(moved)).toBeLessThan(1)
  })
})
