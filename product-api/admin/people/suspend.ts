import { endSessionsOf } from '#accounts/sessions.ts'
import { findUser, markUser } from '#accounts/users.ts'
import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { lockPerson, type Person, readPerson } from './service.ts'

/**
 * Ends all of a person's sessions, and blocks sign-ins to the account until the suspension is lifted. Their stories
 * stay public; scheduled ones wait.
 * @throws Problem `not_found`, `already_done`, `not_possible`.
 */
export function suspend(ctx: SignedInContext, uuid: string, reason: string): Promise<Person> {
  const now = ctx.now()
  const run = async (tx: Db) => {
    const { person, isLastAdmin } = await lockPerson(ctx, tx, uuid)
    if (person.id === ctx.actor.id) throw new Problem('not_possible', { detail: "You can't suspend your own account." })
    if (person.suspendedAt) throw new Problem('already_done', { detail: 'This account is already suspended.' })
    if (isLastAdmin) throw new Problem('not_possible', { detail: 'You can’t suspend the only administrator.' })
    const { id: userId, email } = person
    await endSessionsOf(tx, userId)
    const suspension = { suspendedAt: now, suspendedReason: reason, suspendedBy: ctx.actor.id }
    await markUser(tx, userId, { ...suspension, updatedAt: now })
    await recordAudit(ctx, tx, { action: 'user_suspended', userId, email, details: { reason } })
    return readPerson(tx, userId)
  }
  return transaction(ctx.db, run, {
    isThere: async ({ user }) => (await findUser(ctx.db, user.id))?.suspendedAt?.getTime() === now.getTime(),
  })
}

/** @throws Problem `not_found`, `not_possible`. */
export function liftSuspension(ctx: SignedInContext, uuid: string): Promise<Person> {
  const run = async (tx: Db) => {
    const { person } = await lockPerson(ctx, tx, uuid)
    if (!person.suspendedAt) throw new Problem('not_possible', { detail: 'This account is not suspended.' })
    const { id: userId, email } = person
    const lifted = { suspendedAt: null, suspendedReason: null, suspendedBy: null, updatedAt: ctx.now() }
    await markUser(tx, userId, lifted)
    await recordAudit(ctx, tx, { action: 'suspension_lifted', userId, email })
    return readPerson(tx, userId)
  }
  return transaction(ctx.db, run, {
    isThere: async ({ user }) => (await findUser(ctx.db, user.id))?.suspendedAt === null,
  })
}
