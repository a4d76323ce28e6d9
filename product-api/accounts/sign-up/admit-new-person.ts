import { recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { InvitationRow } from '#platform/db/tables/accounts.ts'
import { clientOf } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { findInvitationForUpdate, findOpenInvitation, markAccepted, type NamedInvitation } from '../invitations.ts'

/** `token`: of an invitation's link; `isProven`: whether the address is known to be this person's without it. */
type NewPerson = { email: string; token?: string | undefined; isProven?: boolean }

/**
 * Decides by the settings of the site whether a person may create an account, and finds and locks the invitation that
 * they use. The answer says nothing about who has an account or an invitation.
 * @param db the transaction of the sign-up; outside of one it only asks.
 * @returns undefined if they use none.
 * @throws Problem `forbidden`, and `invalid_link` for a token that is not that of an open invitation to this address.
 */
export async function admitNewPerson(
  ctx: Context,
  db: Db,
  { email, token, isProven = false }: NewPerson,
): Promise<InvitationRow | undefined> {
  const { sign_up: admitted, contact_email: contact } = await ctx.site.refresh(db)
  if (admitted === 'administrators') {
    const detail = `New accounts can’t be created here at the moment. If you have a question, write to ${contact}.`
    throw new Problem('forbidden', { detail })
  }
  const isInvited = token !== undefined || isProven
  const invitation = isInvited ? await findInvitationForUpdate(ctx, db, { email, token }) : undefined
  if (invitation) return invitation
  if (token !== undefined) throw deadInvitation(contact)
  if (admitted === 'anyone') return undefined
  const detail = `Only invited people can create an account here. If you would like an invitation, write to ${contact}.`
  throw new Problem('forbidden', { detail })
}

/**
 * Refuses a person whom `admitNewPerson` would refuse, before anything expensive is done. Only unknown tokens count
 * against the client's limit. @throws Problem as `admitNewPerson`, and `too_many_requests`.
 */
export async function refuseUninvited(ctx: Context, person: NewPerson): Promise<void> {
  try {
    await admitNewPerson(ctx, ctx.db, person)
  } catch (fault) {
    if (fault instanceof Problem && fault.code === 'invalid_link') await ctx.limits.take('link', clientOf(ctx.caller))
    throw fault
  }
}

/** The columns of a new account that follow from the invitation it was created with. */
export function givenBy(ctx: Context, invitation: InvitationRow | undefined) {
  if (!invitation) return {}
  // The link, or Google, has proven the address.
  const now = ctx.now()
  return { emailProvenAt: now, invitedAt: now, invitedBy: invitation.invitedBy }
}

/** Uses up the invitation, in the transaction that has locked it and created the account. */
export async function acceptInvitation(
  ctx: Context,
  tx: Db,
  { id, email }: InvitationRow,
  userId: string,
): Promise<void> {
  await markAccepted(tx, id, { at: ctx.now(), by: userId })
  await recordAudit(ctx, tx, { action: 'invitation_accepted', userId, email })
}

/** Finds whom a link invites. Only unknown tokens count. @throws Problem `invalid_link`, `too_many_requests`. */
export async function readInvitation(ctx: Context, token: string): Promise<NamedInvitation> {
  const found = await findOpenInvitation(ctx, ctx.db, { token })
  if (found) return found
  await ctx.limits.take('link', clientOf(ctx.caller))
  throw deadInvitation(ctx.contactEmail)
}

function deadInvitation(contact: string): Problem {
  const detail = `This invitation has been used, has expired or is for another address. For a new one, write to ${contact}.`
  return new Problem('invalid_link', { detail })
}
