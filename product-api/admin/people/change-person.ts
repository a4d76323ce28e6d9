import { type LockedPerson, lockPerson } from '#accounts/lock-person.ts'
import { reauthenticate, withinAccountLimit } from '#accounts/reauthenticate.ts'
import { endSessionsOf } from '#accounts/sessions.ts'
import { suspendLocked } from '#accounts/suspend-account.ts'
import { findUser, markUser, readCurrentUser } from '#accounts/users.ts'
import { tags } from '#contract/tags.ts'
import { recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { type Person, readPerson } from './service.ts'

/**
 * Lets the stories of an author go to the subscribers of their categories; approving twice changes nothing.
 * @throws Problem `not_found`, and `conflict` for an address that is not proven.
 */
export function approveMailing(ctx: SignedInContext, uuid: string): Promise<Person> {
  const approve = async (tx: Db, { person }: LockedPerson) => {
    const { id: userId, email, emailProvenAt, mailingApprovedAt } = person
    if (mailingApprovedAt) return
    if (!emailProvenAt) {
      const detail = 'This person has to confirm their email address before you can approve their stories.'
      throw new Problem('conflict', { detail })
    }
    const now = ctx.now()
    await markUser(tx, userId, { mailingApprovedAt: now, mailingApprovedBy: ctx.actor.id, updatedAt: now })
    await recordAudit(ctx, tx, { action: 'mailing_approved', userId, email })
  }
  return changePerson(ctx, uuid, approve, ({ mailingApprovedAt }) => mailingApprovedAt !== null)
}

/** Withdrawing twice changes nothing. @throws Problem `not_found`. */
export function withdrawMailingApproval(ctx: SignedInContext, uuid: string): Promise<Person> {
  const withdraw = async (tx: Db, { person }: LockedPerson) => {
    const { id: userId, email, mailingApprovedAt } = person
    if (!mailingApprovedAt) return
    await markUser(tx, userId, { mailingApprovedAt: null, mailingApprovedBy: null, updatedAt: ctx.now() })
    await recordAudit(ctx, tx, { action: 'mailing_approval_withdrawn', userId, email })
  }
  return changePerson(ctx, uuid, withdraw, ({ mailingApprovedAt }) => mailingApprovedAt === null)
}

/**
 * Lets a person publish where only invited people may; allowing twice changes nothing.
 * @throws Problem `not_found`, and `conflict` for an address that is not proven.
 */
export function allowPublishing(ctx: SignedInContext, uuid: string): Promise<Person> {
  const allow = async (tx: Db, { person }: LockedPerson) => {
    if (person.invitedAt) return
    if (!person.emailProvenAt) {
      const detail = 'This person has to confirm their email address before you can let them publish.'
      throw new Problem('conflict', { detail })
    }
    await markAllowed(ctx, tx, person)
  }
  return changePerson(ctx, uuid, allow, ({ invitedAt }) => invitedAt !== null)
}

/** Lets a locked person publish where only invited people may. */
export async function markAllowed(ctx: SignedInContext, tx: Db, { id: userId, email }: UserRow): Promise<void> {
  const now = ctx.now()
  await markUser(tx, userId, { invitedAt: now, invitedBy: ctx.actor.id, updatedAt: now })
  await recordAudit(ctx, tx, { action: 'publishing_allowed', userId, email })
}

/** Withdrawing twice changes nothing; what is published stays. @throws Problem `not_found`. */
export function withdrawPublishing(ctx: SignedInContext, uuid: string): Promise<Person> {
  const withdraw = async (tx: Db, { person }: LockedPerson) => {
    const { id: userId, email, invitedAt } = person
    if (!invitedAt) return
    await markUser(tx, userId, { invitedAt: null, invitedBy: null, updatedAt: ctx.now() })
    await recordAudit(ctx, tx, { action: 'publishing_withdrawn', userId, email })
  }
  return changePerson(ctx, uuid, withdraw, ({ invitedAt }) => invitedAt === null)
}

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
  const caller = await readCurrentUser(ctx)
  await withinAccountLimit(ctx, () => reauthenticate(ctx, caller, currentPassword))
  const change = async (tx: Db, { person, isLastAdmin }: LockedPerson) => {
    const { id: userId, email, role: before } = person
    if (before === role) return
    if (role === 'admin') refuseIneligible(person)
    if (isLastAdmin) {
      const detail = 'This is the only administrator. Please make someone else an administrator first.'
      throw new Problem('not_possible', { detail })
    }
    await endSessionsOf(tx, userId)
    await markUser(tx, userId, { role, updatedAt: ctx.now() })
    await recordAudit(ctx, tx, { action: 'role_changed', userId, email, details: { from: before, to: role } })
  }
  return changePerson(ctx, uuid, change, (user) => user.role === role)
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

/**
 * Ends all of a person's sessions, and blocks sign-ins to the account until the suspension is lifted. Their stories
 * stay public; scheduled ones wait.
 * @throws Problem `not_found`, `already_done`, `not_possible`.
 */
export function suspend(ctx: SignedInContext, uuid: string, reason: string): Promise<Person> {
  const now = ctx.now()
  const run = (tx: Db, locked: LockedPerson) => suspendLocked(ctx, tx, locked, { reason, now })
  return changePerson(ctx, uuid, run, ({ suspendedAt }) => suspendedAt?.getTime() === now.getTime())
}

/** @throws Problem `not_found`, `not_possible`. */
export function liftSuspension(ctx: SignedInContext, uuid: string): Promise<Person> {
  const lift = async (tx: Db, { person }: LockedPerson) => {
    const { id: userId, email } = person
    if (!person.suspendedAt) throw new Problem('not_possible', { detail: 'This account is not suspended.' })
    const lifted = { suspendedAt: null, suspendedReason: null, suspendedBy: null, updatedAt: ctx.now() }
    await markUser(tx, userId, lifted)
    await recordAudit(ctx, tx, { action: 'suspension_lifted', userId, email })
  }
  return changePerson(ctx, uuid, lift, ({ suspendedAt }) => suspendedAt === null)
}

/** Changes a locked person in one transaction; `isDone` tells from the row if an interrupted commit has happened. */
function changePerson(
  ctx: SignedInContext,
  uuid: string,
  change: (tx: Db, locked: LockedPerson) => Promise<void>,
  isDone: (user: UserRow) => boolean,
): Promise<Person> {
  const run = async (tx: Db) => {
    const locked = await lockPerson(ctx, tx, uuid)
    await change(tx, locked)
    // The top of the front page depends on who is known and who is suspended.
    await recordChange(ctx, tx, [tags.frontPage])
    return readPerson(tx, locked.person.id)
  }
  const isThere = async ({ user: { id } }: Person) => {
    const user = await findUser(ctx.db, id)
    return user !== undefined && isDone(user)
  }
  return transaction(ctx.db, run, { isThere })
}
