import { randomBytes } from 'node:crypto'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/**
 * A UUID version 7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then randomness, so that ids sort by creation time.
 * PostgreSQL 15 can't generate them.
 */
export function newId(now: Date = new Date()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes.writeUInt8(((bytes[6] ?? 0) & 0x0f) | 0x70, 6)
  bytes.writeUInt8(((bytes[8] ?? 0) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Whether a text has the form of an id; in a query, any other text would be a database error. */
export function isId(text: string): boolean {
  return uuid.test(text)
}
