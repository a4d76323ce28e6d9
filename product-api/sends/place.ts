import { isId } from '../db/id.ts'
import { isKnownTime } from '../db/is-known-time.ts'
import { Problem } from '../problem.ts'

/** A place in a list that is ordered by time and id. */
export type Place = { at: Date; id: string }

export function encodePlace({ at, id }: Place): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url')
}

/** @throws Problem `bad_request` for anything that encodePlace did not write. */
export function decodePlace(cursor: string): Place {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  if (!/^-?\d{1,15}$/.test(time) || !isKnownTime(Number(time)) || !isId(id)) {
    const fault = 'This cursor is not one that a list gave out'
    throw new Problem('bad_request', { detail: fault, fields: { cursor: fault } })
  }
  return { at: new Date(Number(time)), id }
}
