/** The same address, continued from a cursor. */
export function withCursor(address: string, cursor: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
}
