import { decodeTimeCursor, encodeTimeCursor } from '#platform/db/time-cursor.ts'

/** A place in a list of stories, by when they were published. */
export type Position = { publishedAt: Date; id: string }

export function encodeCursor({ publishedAt, id }: Position): string {
  return encodeTimeCursor({ at: publishedAt, id })
}

/** @throws Problem `bad_request` naming `field` for anything that encodeCursor did not write. */
export function decodeCursor(cursor: string, field = 'cursor'): Position {
  const { at, id } = decodeTimeCursor(cursor, field)
  return { publishedAt: at, id }
}
