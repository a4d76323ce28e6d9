/** E.g. `1 story`, `12,000 stories`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}

/** The same, and `No stories yet`. */
export function countOrNone(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `No ${many} yet` : countOf(count, one, many)
}
