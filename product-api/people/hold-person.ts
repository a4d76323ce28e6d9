import type { SignedInContext } from '../context.ts'
import type { Db } from '../db/client.ts'
import { isId } from '../db/id.ts'
import type { UserRow } from '../db/tables/users.ts'
import { Problem } from '../problem.ts'
import { hasSession } from '../sessions/service.ts'
import { listAdminsAndForUpdate } from '../users/service.ts'

/**
 * Holds somebody and every administrator until the transaction ends, so that no two calls can take each other's
 * administrators away.
 * @returns the person, and whether nobody else is an administrator who can sign in.
 * @throws Problem `unauthenticated` where the caller's session ended meanwhile, `not_found`.
 */
export async function holdPerson(
  { actor }: SignedInContext,
  tx: Db,
  uuid: string,
): Promise<{ person: UserRow; isLastAdmin: boolean }> {
  if (!isId(uuid)) throw unknownPerson()
  const held = await listAdminsAndForUpdate(tx, uuid)
  // Looked at once all are held: whoever has taken the caller's role away has ended the session too.
  if (!actor.sessionId || !(await hasSession(tx, actor.id, actor.sessionId))) throw new Problem('unauthenticated')
  const person = held.find(({ id }) => id === uuid.toLowerCase())
  if (!person) throw unknownPerson()
  const others = held.filter(({ id, role, suspendedAt }) => id !== person.id && role === 'admin' && !suspendedAt)
  return { person, isLastAdmin: person.role === 'admin' && others.length === 0 }
}

function unknownPerson(): Problem {
  return new Problem('not_found', { detail: 'There is no such person.' })
}
