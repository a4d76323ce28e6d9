import { isId } from '../db/id.ts'
import { isKnownTime } from '../db/is-known-time.ts'
import { Problem } from '../problem.ts'
import type { Position } from './repository.ts'

export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')
}

/** @throws Problem `bad_request` for anything that encodeCursor did not write. */
export function decodeCursor(cursor: string): Position {
  const [, time = '', id = ''] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (time === '' || !isKnownTime(Number(time)) || !isId(id)) {
    const fault = 'This cursor is not one that this list gave out'
    throw new Problem('bad_request', { detail: fault, fields: { cursor: fault } })
  }
  return { createdAt: new Date(Number(time)), id }
}
