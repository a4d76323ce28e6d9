const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** `2026-11-21` as `21 November 2026`. */
export function longDate(date: string): string {
  return whole.format(new Date(`${date}T00:00:00Z`))
}

/** `2026-11-21` as `Saturday`. */
export function weekdayOf(date: string): string {
  return weekday.format(new Date(`${date}T00:00:00Z`))
}
