import { Problem } from '#platform/problem.ts'
import { rankedMost } from './repository.ts'

export function encodeOffset(offset: number): string {
  return Buffer.from(`offset.${offset}`).toString('base64url')
}

/** @throws Problem `bad_request` naming `cursor` for anything that encodeOffset did not write. */
export function decodeOffset(cursor: string): number {
  const offset = Number(/^offset\.(\d{1,4})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? Number.NaN)
  if (offset >= 0 && offset < rankedMost) return offset
  const fault = 'This cursor is not one that a search gave out'
  throw new Problem('bad_request', { detail: fault, fields: { cursor: fault } })
}
