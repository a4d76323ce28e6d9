import { isId } from '#platform/db/id.ts'
import { isKnownTime } from '#platform/db/is-known-time.ts'
import { Problem } from '#platform/problem.ts'

export type Order = 'saved' | 'published' | 'title'

/** A place in a list of one order: what it is ordered by (a time in milliseconds, or a title), and the story's id. */
export type Position = { key: string; id: string }

export function encodeCursor(order: Order, { key, id }: Position): string {
  return Buffer.from(`${order}.${id}.${key}`).toString('base64url')
}

/** @throws Problem `bad_request` for anything that encodeCursor did not write for this order. */
export function decodeCursor(order: Order, cursor: string): Position {
  const [, writtenFor, id = '', key = ''] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^(\w+)\.([^.]*)\.(.*)$/s) ?? []
  const isTime = /^-?\d{1,15}$/.test(key) && isKnownTime(Number(key))
  if (writtenFor !== order || !isId(id) || !(order === 'title' ? !key.includes('\0') : isTime)) {
    const fault = 'This cursor is not one that this list gave out'
    throw new Problem('bad_request', { detail: fault, fields: { cursor: fault } })
  }
  return { key, id }
}
