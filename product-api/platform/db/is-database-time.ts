const first = Date.parse('0001-01-01')
const last = Date.UTC(9999, 11, 31)

/** Whether the database can read the ISO form of this time (in milliseconds): years 1 to 9999. */
export function isDatabaseTime(time: number): boolean {
  return time >= first && time <= last
}
