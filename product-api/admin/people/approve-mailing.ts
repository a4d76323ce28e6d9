import { findUser, markUser } from '#accounts/users.ts'
import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { lockPerson, type Person, readPerson } from './service.ts'

/**
 * Lets the stories of an author go to the subscribers of their categories; approving twice changes nothing.
 * @throws Problem `not_found`, and `conflict` for an address that is not proven.
 */
export function approveMailing(ctx: SignedInContext, uuid: string): Promise<Person> {
  const run = async (tx: Db) => {
    const { person } = await lockPerson(ctx, tx, uuid)
    const { id: userId, email, emailProvenAt, mailingApprovedAt } = person
    if (mailingApprovedAt) return readPerson(tx, userId)
    if (!emailProvenAt) {
      const detail = 'This person has to confirm their email address before you can approve their stories.'
      throw new Problem('conflict', { detail })
    }
    const now = ctx.now()
    await markUser(tx, userId, { mailingApprovedAt: now, mailingApprovedBy: ctx.actor.id, updatedAt: now })
    await recordAudit(ctx, tx, { action: 'mailing_approved', userId, email })
    return readPerson(tx, userId)
  }
  return transaction(ctx.db, run, { isThere: async ({ user }) => isApproved(ctx, user.id) })
}

/** Withdrawing twice changes nothing. @throws Problem `not_found`. */
export function withdrawMailingApproval(ctx: SignedInContext, uuid: string): Promise<Person> {
  const run = async (tx: Db) => {
    const { person } = await lockPerson(ctx, tx, uuid)
    const { id: userId, email } = person
    if (!person.mailingApprovedAt) return readPerson(tx, userId)
    await markUser(tx, userId, { mailingApprovedAt: null, mailingApprovedBy: null, updatedAt: ctx.now() })
    await recordAudit(ctx, tx, { action: 'mailing_approval_withdrawn', userId, email })
    return readPerson(tx, userId)
  }
  return transaction(ctx.db, run, { isThere: async ({ user }) => !(await isApproved(ctx, user.id)) })
}

async function isApproved({ db }: SignedInContext, id: string): Promise<boolean> {
  return Boolean((await findUser(db, id))?.mailingApprovedAt)
}
