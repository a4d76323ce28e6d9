import { isId } from '#platform/db/id.ts'
import { isDatabaseTime } from '#platform/db/is-database-time.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'

export type Order = 'saved' | 'published' | 'title'

/** A place in a list of one order: what it is ordered by (a time in milliseconds, or a title), and the story's id. */
export type Position = { key: string; id: string }

export function encodeBookmarkCursor(order: Order, { key, id }: Position): string {
  return encodeCursor(`${order}.${id}.${key}`)
}

/** @throws Problem `bad_request` for anything that encodeBookmarkCursor did not write for this order. */
export function decodeBookmarkCursor(order: Order, cursor: string | undefined): Position | undefined {
  return decodeCursor(cursor, (text) => {
    const [, writtenFor, id = '', key = ''] = text.match(/^(\w+)\.([^.]*)\.(.*)$/s) ?? []
    const isTime = /^-?\d{1,15}$/.test(key) && isDatabaseTime(Number(key))
    const isOfOrder = writtenFor === order && isId(id) && (order === 'title' ? !key.includes('\0') : isTime)
    return isOfOrder ? { key, id } : undefined
  })
}
