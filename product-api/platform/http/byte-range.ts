/** The first and the last byte. */
export type ByteRange = { start: number; end: number }

/**
 * The part of a file of `size` bytes that a Range header asks for (RFC 9110, 14.1.2): `whole` if it asks for none, is
 * not understood or asks for several, `none` if there is no such part.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'none'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Whether a part may be sent for an If-Range header: what the caller has of the file must be of this very one. */
export function isOfThisFile(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag
}
