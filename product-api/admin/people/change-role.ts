import { reauthenticate, withinAccountLimit } from '#accounts/reauthenticate.ts'
import { endSessionsOf } from '#accounts/sessions.ts'
import { findUser, markUser } from '#accounts/users.ts'
import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { lockPerson, type Person, readPerson } from './service.ts'

type RoleInput = { role: UserRow['role']; currentPassword?: string | undefined }

/**
 * Makes a person an administrator or a user, and ends their sessions.
 * @throws Problem `reauthentication_needed`, `too_many_requests`, `not_found`, and `not_possible` for a person who
 * can't become an administrator and for the last administrator.
 */
export async function changeRole(
  ctx: SignedInContext,
  uuid: string,
  { role, currentPassword }: RoleInput,
): Promise<Person> {
  const caller = await findUser(ctx.db, ctx.actor.id)
  if (!caller) throw new Problem('unauthenticated')
  await withinAccountLimit(ctx, () => reauthenticate(ctx, caller, currentPassword))
  const run = async (tx: Db) => {
    const { person, isLastAdmin } = await lockPerson(ctx, tx, uuid)
    const { id: userId, email, role: before } = person
    if (before === role) return readPerson(tx, userId)
    if (role === 'admin') refuseIneligible(person)
    if (isLastAdmin) {
      const detail = 'This is the only administrator. Please make someone else an administrator first.'
      throw new Problem('not_possible', { detail })
    }
    await endSessionsOf(tx, userId)
    await markUser(tx, userId, { role, updatedAt: ctx.now() })
    await recordAudit(ctx, tx, { action: 'role_changed', userId, email, details: { from: before, to: role } })
    return readPerson(tx, userId)
  }
  return transaction(ctx.db, run, {
    isThere: async ({ user }) => (await findUser(ctx.db, user.id))?.role === role,
  })
}

/** Requires a proven address, because anyone can sign up with any address. */
function refuseIneligible({ emailProvenAt, suspendedAt }: UserRow): void {
  if (!emailProvenAt) {
    const detail = 'This person has to confirm their email address before they can become an administrator.'
    throw new Problem('not_possible', { detail })
  }
  if (suspendedAt)
    throw new Problem('not_possible', { detail: 'This account is suspended. Please lift the suspension first.' })
}
