import {
  deleteInvitation,
  deleteInvitationOf,
  findInvitationByIdForUpdate,
  findOpenInvitation,
  listInvitations,
  type NamedInvitation,
  putInvitation,
} from '#accounts/invitations.ts'
import { findUserByEmailForUpdate } from '#accounts/users.ts'
import type { Invitation, InvitedAddress } from '#contract/invitations.ts'
import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import type { Page } from '#platform/db/paging.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { markAllowed } from './change-person.ts'

type Outcome = InvitedAddress['outcome']

/**
 * Invites these addresses, each in a transaction of its own, so that one failure takes no others along. An address with
 * an account is let in to publish instead.
 * @returns an outcome for each address, once, in their order.
 * @throws Problem `too_many_requests`.
 */
export async function invitePeople(ctx: SignedInContext, emails: readonly string[]): Promise<InvitedAddress[]> {
  await ctx.limits.take('invite', ctx.actor.id, 'You’ve invited people 60 times in the last hour.')
  const addresses = new Map(emails.map((email) => [email.toLowerCase(), email]))
  const invited: InvitedAddress[] = []
  for (const email of addresses.values()) invited.push({ email, outcome: await invite(ctx, email) })
  return invited
}

async function invite(ctx: SignedInContext, email: string): Promise<Outcome> {
  const key = email.toLowerCase()
  const run = async (tx: Db): Promise<{ outcome: Outcome; id?: string }> => {
    const user = await findUserByEmailForUpdate(tx, email)
    if (user) return { outcome: await letIn(ctx, tx, user) }
    if (!isWithinLimit) return { outcome: 'too_often' }
    const { id, isRenewed } = await putInvitation(ctx, tx, email)
    await ctx.queue.enqueue(tx, 'send-invitation', { invitationId: id })
    await recordAudit(ctx, tx, { action: 'person_invited', email, ...(isRenewed && { details: { again: 'yes' } }) })
    return { outcome: isRenewed ? 'sent_again' : 'invited', id }
  }
  // Counted before: a transaction may be repeated.
  const isWithinLimit = await ctx.limits.tryTake('invitationTarget', key)
  const isThere = async ({ id }: { id?: string }) =>
    id !== undefined && (await findOpenInvitation(ctx, ctx.db, { id })) !== undefined
  const { outcome } = await transaction(ctx.db, run, { isThere })
  if (outcome !== 'invited' && outcome !== 'sent_again' && outcome !== 'too_often')
    await ctx.limits.refund('invitationTarget', key)
  return outcome
}

/** Lets a locked person publish who has an account already. An unproven address may not be theirs. */
async function letIn(ctx: SignedInContext, tx: Db, user: UserRow): Promise<Outcome> {
  await deleteInvitationOf(tx, user.email)
  if (user.role === 'admin' || user.invitedAt) return 'has_account'
  if (!user.emailProvenAt) return 'unproven_account'
  await markAllowed(ctx, tx, user)
  return 'let_in'
}

type Wanted = { state: 'all' | 'open' | 'accepted'; cursor?: string | undefined; limit: number }

/** Newest first. @throws Problem `bad_request` for a cursor of another list. */
export async function listInvited(ctx: SignedInContext, wanted: Wanted): Promise<Page<Invitation>> {
  const { rows, nextCursor } = await listInvitations(ctx, wanted)
  return { rows: rows.map(presentInvitation), nextCursor }
}

function presentInvitation({ invitation, inviterName, accepterName }: NamedInvitation): Invitation {
  const { id, email, createdAt, expiresAt, acceptedAt, acceptedBy } = invitation
  return {
    ...{ _id: id, email, invited_by: inviterName },
    ...{ created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() },
    accepted:
      acceptedAt && acceptedBy ? { at: acceptedAt.toISOString(), uuid: acceptedBy, name: accepterName ?? '' } : null,
  }
}

/** Ends an open invitation. @throws Problem `not_found`, and `not_possible` for one that was accepted. */
export async function withdrawInvitation(ctx: SignedInContext, id: string): Promise<void> {
  if (!isId(id)) throw notFound('invitation')
  const withdraw = async (tx: Db) => {
    const invitation = await findInvitationByIdForUpdate(tx, id)
    if (!invitation) throw notFound('invitation')
    if (invitation.acceptedAt) {
      const detail = 'This invitation has been accepted already. You can suspend the account instead.'
      throw new Problem('not_possible', { detail })
    }
    await deleteInvitation(tx, id)
    await recordAudit(ctx, tx, { action: 'invitation_withdrawn', email: invitation.email })
  }
  const isThere = async () => (await findOpenInvitation(ctx, ctx.db, { id })) === undefined
  await transaction(ctx.db, withdraw, { isThere })
}
