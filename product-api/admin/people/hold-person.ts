import { hasSession } from '#accounts/sessions.ts'
import { listAdminsAndForUpdate } from '#accounts/users.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { notFound, Problem } from '#platform/problem.ts'

/**
 * Locks a person and every administrator until the transaction ends, so that no two calls can take each other's
 * administrators away.
 * @returns the person, and whether no one else is an administrator who can sign in.
 * @throws Problem `unauthenticated` if the caller's session has ended in the meantime, `not_found`.
 */
export async function holdPerson(
  { actor }: SignedInContext,
  tx: Db,
  uuid: string,
): Promise<{ person: UserRow; isLastAdmin: boolean }> {
  if (!isId(uuid)) throw unknownPerson()
  const held = await listAdminsAndForUpdate(tx, uuid)
  // Checked once all are locked: taking away the caller's role has ended the session too.
  if (!actor.sessionId || !(await hasSession(tx, actor.id, actor.sessionId))) throw new Problem('unauthenticated')
  const person = held.find(({ id }) => id === uuid.toLowerCase())
  if (!person) throw unknownPerson()
  const others = held.filter(({ id, role, suspendedAt }) => id !== person.id && role === 'admin' && !suspendedAt)
  return { person, isLastAdmin: person.role === 'admin' && others.length === 0 }
}

function unknownPerson(): Problem {
  return notFound('person')
}
