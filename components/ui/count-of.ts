/** E.g. `1 story`, `12,000 stories`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** The same, and `No stories yet`. */
export function countOrNone(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `No ${many} yet` : countOf(count, one, many)
}

/** Writes whole numbers as `toLocaleString('en-GB')` does: a browser's first formatter takes a slow phone 80 ms. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
