import { createHash } from 'node:crypto'

/** A story ends a page if its mark is larger than those of this many neighbours on either side. */
export const pageEndNeighbours = 5

type Row = { id: string }

/**
 * How many of these rows a page has whose end the rows choose themselves (as content-defined chunking does with bytes). A
 * story that comes, goes or moves changes the ends near it alone: the addresses of all further pages stay.
 * `rows` follow the page's cursor and go on `pageEndNeighbours` beyond `limit`.
 */
export function findPageEnd(rows: readonly Row[], { limit, isFirst }: { limit: number; isFirst: boolean }): number {
  if (rows.length <= limit) return rows.length
  const marks = rows.map(markOf)
  const isEnd = (place: number) => {
    const around = marks.slice(place - pageEndNeighbours, place + pageEndNeighbours + 1)
    return around.every((mark) => mark <= (marks[place] ?? ''))
  }
  // Two ends are never nearer to each other, and nothing is known of what is before the cursor.
  const places = Array.from({ length: Math.max(0, limit - pageEndNeighbours) }, (_, index) => index + pageEndNeighbours)
  // No address begins with the first page, so it may be as long as it can.
  const end = isFirst ? places.findLast(isEnd) : places.find(isEnd)
  return end === undefined ? limit : end + 1
}

/** Without any order in it: ids are made in the order of time. */
function markOf({ id }: Row): string {
  return createHash('sha256').update(id).digest('base64url')
}
