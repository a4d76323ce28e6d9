import { hasSession } from '#accounts/sessions.ts'
import { listAdminsAndUserForUpdate } from '#accounts/users.ts'
import { countedStoriesMost } from '#contract/people.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import { wordsOf } from '#platform/db/match-words.ts'
import { decodeTimeCursor, encodeTimeCursor, type Page, pageOf } from '#platform/db/paging.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { notFound, Problem } from '#platform/problem.ts'
import * as repository from './repository.ts'

export type Person = repository.ListedPerson & repository.Activity

type Wanted = { query?: string | undefined; filter: repository.Filter; cursor?: string | undefined; limit: number }

/** @throws Problem `bad_request` for a cursor of another list. */
export async function listPeople(
  { db }: Pick<Context, 'db'>,
  { query = '', filter, cursor, limit }: Wanted,
): Promise<Page<Person>> {
  const after = decodeTimeCursor(cursor)
  const words = wordsOf(query)
  if (query.trim() !== '' && words.length === 0) return { rows: [], nextCursor: undefined }
  const { rows, nextCursor } = await pageOf(
    limit,
    (limit) => repository.listPeople(db, { words, filter, after, limit }),
    ({ user }) => encodeTimeCursor({ at: user.createdAt, id: user.id }),
  )
  return { rows: await withActivity(db, rows), nextCursor }
}

/** @throws Error if there is no such person. */
export async function readPerson(db: Db, id: string): Promise<Person> {
  const row = await repository.findPerson(db, id)
  const [person] = row ? await withActivity(db, [row]) : []
  if (!person) throw new Error('An account that was just changed is not there')
  return person
}

async function withActivity(db: Db, rows: repository.ListedPerson[]): Promise<Person[]> {
  const ids = rows.map(({ user }) => user.id)
  const activity = await repository.listActivity(db, ids, countedStoriesMost)
  return rows.map((row) => ({ ...row, ...(activity.get(row.user.id) ?? { lastSeenAt: null, stories: 0 }) }))
}

/**
 * Locks a person and every administrator until the transaction ends, so that two simultaneous calls can't remove the
 * last two administrators.
 * @returns the person, and whether they are the only administrator who can sign in.
 * @throws Problem `unauthenticated` if the caller's session has ended in the meantime, `not_found`.
 */
export async function lockPerson(
  { actor }: SignedInContext,
  tx: Db,
  uuid: string,
): Promise<{ person: UserRow; isLastAdmin: boolean }> {
  if (!isId(uuid)) throw notFound('person')
  const locked = await listAdminsAndUserForUpdate(tx, uuid)
  // Check after locking: whoever removed the caller's role meanwhile has ended the session too.
  if (!actor.sessionId || !(await hasSession(tx, actor.id, actor.sessionId))) throw new Problem('unauthenticated')
  const person = locked.find(({ id }) => id === uuid.toLowerCase())
  if (!person) throw notFound('person')
  const others = locked.filter(({ id, role, suspendedAt }) => id !== person.id && role === 'admin' && !suspendedAt)
  return { person, isLastAdmin: person.role === 'admin' && others.length === 0 }
}
