/** Makes each call this many times, alternating. @returns the durations in milliseconds. */
export async function timeByTurns<Way extends string>(
  rounds: number,
  calls: Record<Way, (round: number) => Promise<unknown>>,
): Promise<Record<Way, number[]>> {
  const ways = Object.keys(calls) as Way[]
  const times = Object.fromEntries(ways.map((way) => [way, [] as number[]])) as Record<Way, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) {
      const start = performance.now()
      await calls[way](round)
      times[way].push(performance.now() - start)
    }
  }
  return times
}

/**
 * Fails if calls differ in their duration: the middle halves of their durations must overlap, give or take a tenth.
 * Other load on the machine widens both, so it causes no false alarm.
 * @param times the durations of many alternating calls.
 */
export function expectSameTime(times: Record<string, number[]>): void {
  const middles = Object.values(times).map(middleHalf)
  const latestStart = Math.max(...middles.map(([start]) => start))
  const earliestEnd = Math.min(...middles.map(([, end]) => end))
  if (latestStart <= earliestEnd * 1.1) return
  const said = Object.keys(times).map(
    (way, index) => `${way}: ${middles[index]?.map((ms) => ms.toFixed(1)).join(' to ')}`,
  )
  throw new Error(`The times differ, in milliseconds: ${said.join(', ')}`)
}

function middleHalf(times: number[]): [start: number, end: number] {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return [at(0.25), at(0.75)]
}
