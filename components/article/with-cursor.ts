/** The same address, continued from a cursor. */
export function withCursor(address: string, cursor: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
}

/** The same call, for another number of rows than it names. */
export function withLimit(address: string, limit: number): string {
  return address.replace(/([?&]limit=)\d+/, `$1${limit}`)
}
