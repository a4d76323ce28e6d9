const sameDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const otherDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: 'numeric',
})

/** Formats a moment in the time zone of this device; for today only the time. */
export function formatTimeOrDay(time: Date): string {
  return time.toDateString() === new Date().toDateString() ? sameDay.format(time) : otherDay.format(time)
}
