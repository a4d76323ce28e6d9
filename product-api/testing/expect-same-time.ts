/**
 * Fails if two ways of a call differ in the time they take: the middle halves of their times must overlap, give or take a
 * tenth. What else the machine does widens both, so that a busy one tells of no difference that is not there.
 * @param ways milliseconds of many calls each, made by turns.
 */
export function expectSameTime(ways: Record<string, number[]>): void {
  const middles = Object.values(ways).map(middleHalf)
  const latestStart = Math.max(...middles.map(([start]) => start))
  const earliestEnd = Math.min(...middles.map(([, end]) => end))
  if (!(latestStart <= earliestEnd * 1.1)) {
    const said = Object.keys(ways).map(
      (way, index) => `${way}: ${middles[index]?.map((ms) => ms.toFixed(1)).join(' to ')}`,
    )
    throw new Error(`The times differ, in milliseconds: ${said.join(', ')}`)
  }
}

function middleHalf(times: number[]): [start: number, end: number] {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return [at(0.25), at(0.75)]
}
