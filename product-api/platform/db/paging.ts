import { Problem } from '../problem.ts'
import { isId } from './id.ts'

/** A page of a list, and the cursor of the next one; undefined on the last page. */
export type Page<Row> = { rows: Row[]; nextCursor: string | undefined }

/** Reads one row more than asked for: its presence says whether there is a next page. */
export async function pageOf<Row>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
  cursorOf: (last: Row) => string,
): Promise<Page<Row>> {
  const rows = await read(limit + 1)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), nextCursor: last && cursorOf(last) }
}

export function encodeCursor(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/**
 * The position where a page starts; undefined without a cursor.
 * @param read parses the position in a decoded cursor; undefined if it is malformed.
 * @throws Problem `bad_request` naming `field`.
 */
export function decodeCursor<Place>(
  cursor: string | undefined,
  read: (text: string) => Place | undefined,
  field = 'cursor',
): Place | undefined {
  if (!cursor) return undefined
  const place = read(Buffer.from(cursor, 'base64url').toString())
  if (place !== undefined) return place
  const fault = `This ${field} is not one that a list gave out`
  throw new Problem('bad_request', { detail: fault, fields: { [field]: fault } })
}

/** A position in a list ordered by time and id. Two rows can share a millisecond; the pair is a total order. */
export type TimePlace = { at: Date; id: string }

export function encodeTimeCursor({ at, id }: TimePlace): string {
  return encodeCursor(`${at.getTime()}.${id}`)
}

/** Decodes a cursor of `encodeTimeCursor`, like `decodeCursor`. */
export function decodeTimeCursor(cursor: string | undefined, field?: string): TimePlace | undefined {
  return decodeCursor(cursor, readTimePlace, field)
}

function readTimePlace(text: string): TimePlace | undefined {
  const [time = '', id = ''] = text.split('.')
  const at = new Date(Number(time))
  return /^-?\d{1,15}$/.test(time) && isDatabaseTime(at.getTime()) && isId(id) ? { at, id } : undefined
}

export type PageRequest = { cursor?: string | undefined; limit: number }

/**
 * A page of a list ordered by time and id.
 * @throws Problem `bad_request` for a cursor of another list.
 */
export async function pageByTime<Row>(
  { cursor, limit }: PageRequest,
  read: (page: { after: TimePlace | undefined; limit: number }) => Promise<Row[]>,
  placeOf: (last: Row) => TimePlace,
): Promise<Page<Row>> {
  const after = decodeTimeCursor(cursor)
  return pageOf(
    limit,
    (limit) => read({ after, limit }),
    (last) => encodeTimeCursor(placeOf(last)),
  )
}

/** Whether the database can read the ISO form of this time (in milliseconds): years 1 to 9999. */
export function isDatabaseTime(time: number): boolean {
  return time >= Date.parse('0001-01-01') && time <= Date.UTC(9999, 11, 31)
}
