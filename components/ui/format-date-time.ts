/** E.g. `23 November 2026 at 08:05`, in the reader's time zone; not for server rendering. */
export function formatDateTime(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
}
