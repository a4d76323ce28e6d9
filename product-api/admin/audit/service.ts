import { listIdsNamed } from '#accounts/users.ts'
import type { AuditAction } from '#contract/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { wordsOf } from '#platform/db/match-words.ts'
import { decodeTimeCursor, encodeTimeCursor } from '#platform/db/time-cursor.ts'
import * as repository from './repository.ts'

type Wanted = {
  action?: AuditAction | undefined
  /** Words of a name or an email, a whole email, or an id. */
  person?: string | undefined
  from?: string | undefined
  until?: string | undefined
  cursor?: string | undefined
  limit: number
}
type AuditPage = { events: repository.EventRow[]; nextCursor: string | undefined }

const peopleMost = 10

/** @throws Problem `bad_request` for a cursor of another list. */
export async function listAuditEvents(
  { db }: Pick<Context, 'db'>,
  { action, person = '', from, until, cursor, limit }: Wanted,
): Promise<AuditPage> {
  const concerned = person.trim() === '' ? undefined : await findConcerned(db, person.trim())
  const rows = await repository.listEvents(db, concerned, {
    action,
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
    after: cursor ? decodeTimeCursor(cursor) : undefined,
    limit: limit + 1,
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { events: rows.slice(0, limit), nextCursor: last && encodeTimeCursor(last) }
}

async function findConcerned(db: Db, person: string): Promise<repository.Concerned> {
  if (isId(person)) return { userIds: [person], email: undefined }
  const words = wordsOf(person)
  const userIds = words.length > 0 ? await listIdsNamed(db, words, peopleMost) : []
  return { userIds, email: person.includes('@') ? person : undefined }
}
