import { isId } from '../db/id.ts'
import { isKnownTime } from '../db/is-known-time.ts'
import { Problem } from '../problem.ts'

/** A place in a list that is ordered by time and id: two stories can share a millisecond, the pair is total. */
export type Position = { publishedAt: Date; id: string }

export function encodeCursor({ publishedAt, id }: Position): string {
  return Buffer.from(`${publishedAt.getTime()}.${id}`).toString('base64url')
}

/** @throws Problem `bad_request` naming `field` for anything that encodeCursor did not write. */
export function decodeCursor(cursor: string, field = 'cursor'): Position {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  const publishedAt = new Date(Number(time))
  if (!/^-?\d{1,15}$/.test(time) || !isKnownTime(publishedAt.getTime()) || !isId(id)) {
    const fault = `This ${field} is not one that a list gave out`
    throw new Problem('bad_request', { detail: fault, fields: { [field]: fault } })
  }
  return { publishedAt, id }
}
