/** E.g. `Nov 23, 2026, 8:05 AM`, where the reader is; not for what the server renders. */
export function momentOf(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}
