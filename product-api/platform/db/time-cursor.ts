import { Problem } from '../problem.ts'
import { isId } from './id.ts'
import { isKnownTime } from './is-known-time.ts'

/** A place in a list that is ordered by time and id: two rows can share a millisecond, the pair is total. */
export type TimePlace = { at: Date; id: string }

export function encodeTimeCursor({ at, id }: TimePlace): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url')
}

/** @throws Problem `bad_request` naming `field` for anything that encodeTimeCursor did not write. */
export function decodeTimeCursor(cursor: string, field = 'cursor'): TimePlace {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  const at = new Date(Number(time))
  if (!/^-?\d{1,15}$/.test(time) || !isKnownTime(at.getTime()) || !isId(id)) {
    const fault = `This ${field} is not one that a list gave out`
    throw new Problem('bad_request', { detail: fault, fields: { [field]: fault } })
  }
  return { at, id }
}
