const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Whole seconds in the largest unit that leaves little to round up: `45 seconds`, `90 minutes`, `1 hour`, `3 days`. */
export function durationInWords(seconds: number): string {
  if (seconds < 90) return countOf(seconds, 'second')
  const minutes = Math.ceil(seconds / minute)
  if (minutes < 120 && minutes !== 60) return countOf(minutes, 'minute')
  const hours = Math.ceil(seconds / hour)
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.ceil(seconds / day), 'day')
}

function countOf(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
