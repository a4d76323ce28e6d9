import { listUserIdsByName } from '#accounts/users.ts'
import type { AuditAction } from '#contract/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { wordsOf } from '#platform/db/match-words.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import * as repository from './repository.ts'

type Wanted = {
  action?: AuditAction | undefined
  /** Words of a name or an email, a complete email, or an id. */
  person?: string | undefined
  from?: string | undefined
  until?: string | undefined
  cursor?: string | undefined
  limit: number
}

const peopleMost = 10

/** @throws Problem `bad_request` for a cursor of another list. */
export async function listAuditEvents(
  { db }: Pick<Context, 'db'>,
  { action, person = '', from, until, cursor, limit }: Wanted,
): Promise<Page<repository.EventRow>> {
  const concerned = person.trim() === '' ? undefined : await findConcerned(db, person.trim())
  const which = {
    action,
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
    after: decodeTimeCursor(cursor),
  }
  return pageOf(limit, (limit) => repository.listEvents(db, concerned, { ...which, limit }), encodeTimeCursor)
}

async function findConcerned(db: Db, person: string): Promise<repository.Concerned> {
  if (isId(person)) return { userIds: [person], email: undefined }
  const words = wordsOf(person)
  const userIds = words.length > 0 ? await listUserIdsByName(db, words, peopleMost) : []
  return { userIds, email: person.includes('@') ? person : undefined }
}
