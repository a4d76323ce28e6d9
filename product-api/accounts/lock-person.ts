import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { hasSession } from './sessions.ts'
import { listAdminsAndUserForUpdate } from './users.ts'

export type LockedPerson = { person: UserRow; isLastAdmin: boolean }

/**
 * Locks a person and every administrator until the transaction ends, so that two simultaneous calls can't remove the
 * last two administrators.
 * @returns the person, and whether they are the only administrator who can sign in.
 * @throws Problem `unauthenticated` if the caller's session has ended in the meantime, `not_found`.
 */
export async function lockPerson({ actor }: SignedInContext, tx: Db, uuid: string): Promise<LockedPerson> {
  if (!isId(uuid)) throw notFound('person')
  const locked = await listAdminsAndUserForUpdate(tx, uuid)
  // Check after locking: whoever removed the caller's role meanwhile has ended the session too.
  if (!actor.sessionId || !(await hasSession(tx, actor.id, actor.sessionId))) throw new Problem('unauthenticated')
  const person = locked.find(({ id }) => id === uuid.toLowerCase())
  if (!person) throw notFound('person')
  const others = locked.filter(({ id, role, suspendedAt }) => id !== person.id && role === 'admin' && !suspendedAt)
  return { person, isLastAdmin: person.role === 'admin' && others.length === 0 }
}
