/** Whether a text names a time zone that this program can reckon with, such as `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  // Offsets such as `+02:00` are known too, but a zone with summer time is what mornings need.
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(text)) return false
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: text })
    return true
  } catch {
    return false
  }
}
