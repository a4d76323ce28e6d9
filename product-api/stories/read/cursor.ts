import { decodeTimeCursor, encodeTimeCursor } from '#platform/db/paging.ts'

/** A place in a list of stories, by when they were published. */
export type Position = { publishedAt: Date; id: string }

export function encodeStoryCursor({ publishedAt, id }: Position): string {
  return encodeTimeCursor({ at: publishedAt, id })
}

/** @throws Problem `bad_request` naming `field` for anything that encodeStoryCursor did not write. */
export function decodeStoryCursor(cursor: string | undefined, field?: string): Position | undefined {
  const place = decodeTimeCursor(cursor, field)
  return place && { publishedAt: place.at, id: place.id }
}
