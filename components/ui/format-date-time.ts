/** E.g. `23 November 2026 at 08:05`, in the reader's time zone; not for server rendering. */
export function formatDateTime(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
}

/** E.g. `23 November 2026`, in the reader's time zone; not for server rendering. */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'long' })
}

/** E.g. `24 December`, in the reader's time zone; with the year if it is not this one. */
export function dayInWords(at: Date, now = new Date()): string {
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year })
}

/** E.g. `24 December, 08:00`; with the year if it is not this one. */
export function timeInWords(at: Date, now?: Date): string {
  return `${dayInWords(at, now)}, ${at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`
}
