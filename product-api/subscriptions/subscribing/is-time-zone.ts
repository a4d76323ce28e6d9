/** Whether a text names a time zone that this program knows, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  // Offsets such as `+02:00` are valid too, but a subscriber's morning needs a zone with summer time.
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(text)) return false
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: text })
    return true
  } catch {
    return false
  }
}
