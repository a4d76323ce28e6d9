import { isId } from '../db/id.ts'
import { Problem } from '../problem.ts'

export type Order = 'saved' | 'published' | 'title'

/** A place in a list of one order: what it is ordered by (a time in milliseconds, or a title), and the story's id. */
export type Position = { key: string; id: string }

// Beyond the year 9999 a time has no ISO form that the database reads.
const lastTime = Date.UTC(9999, 11, 31)

export function encodeCursor(order: Order, { key, id }: Position): string {
  return Buffer.from(`${order}.${id}.${key}`).toString('base64url')
}

/** @throws Problem `bad_request` for anything that encodeCursor did not write for this order. */
export function decodeCursor(order: Order, cursor: string): Position {
  const [, writtenFor, id = '', key = ''] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^(\w+)\.([^.]*)\.(.*)$/s) ?? []
  const isTime = /^\d{1,15}$/.test(key) && Number(key) <= lastTime
  if (writtenFor !== order || !isId(id) || !(order === 'title' ? !key.includes('\0') : isTime)) {
    const fault = 'This cursor is not one that this list gave out'
    throw new Problem('bad_request', { detail: fault, fields: { cursor: fault } })
  }
  return { key, id }
}
