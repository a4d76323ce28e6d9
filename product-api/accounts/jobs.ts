import { paths } from '#contract/paths.ts'
import type { Context } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import type { MailText } from '#platform/mail/blocks.ts'
import { composeMail } from '#platform/mail/compose.ts'
import type { JobContext, JobHandlers } from '#platform/queue/handlers.ts'
import { findOpenInvitation, forgetInvitations, renewToken } from './invitations.ts'
import {
  accountNotice,
  emailChange,
  emailChangeNotice,
  invitation,
  passwordChanged,
  resetLink,
  resetRefused,
  signInNotice,
  welcome,
} from './mails/account-emails.ts'
import { deleteOldChallenges } from './passkeys/service.ts'
import { deleteAllExpiredSessions } from './sessions.ts'
import { createLinkToken, deleteExpiredLinks } from './tokens/account-tokens.ts'
import { updateShownFollowers } from './users/shown-followers.ts'
import { findUser, findUserByEmail } from './users.ts'

/** Emails about accounts, and cleaning up. Tokens of links are created here, so that the queue never stores one. */
export const accountJobs = {
  'send-reset-link': sendResetLink,
  'send-welcome': toUser(sendWelcome),
  'send-invitation': sendInvitation,
  'send-email-change': toUser(sendEmailChange),
  'send-email-change-notice': toUser(sendEmailChangeNotice),
  'send-password-changed': toUser((ctx, user, { how }) =>
    notify(ctx, ownerOf(user), (name) => passwordChanged(ctx, name, how)),
  ),
  'send-sign-in-notice': toUser((ctx, user, whenAndWhere) =>
    notify(ctx, ownerOf(user), (name) => signInNotice(ctx, name, whenAndWhere)),
  ),
  'forget-expired-access': forgetExpiredAccess,
  'update-shown-followers': (ctx) => updateShownFollowers(ctx),
  'send-account-notice': toUser((ctx, user, { formerEmail, isFormerProven = false, ...change }) => {
    // Without a name, because the address is no longer the account's.
    const former = formerEmail && { name: '', email: formerEmail, isProven: isFormerProven }
    return notify(ctx, former || ownerOf(user), (name) => accountNotice(ctx, name, change))
  }),
} satisfies Partial<JobHandlers>

/** `isProven`: whether the address was proven to be that person's. */
type Recipient = { name: string; email: string; isProven: boolean }

async function sendResetLink(ctx: JobContext, { email }: { email: string }): Promise<void> {
  const user = await findUserByEmail(ctx.db, email)
  if (!user) return
  await withinLimit(ctx, 'forgotTarget', user.email, async () => {
    if (user.suspendedAt) return send(ctx, ownerOf(user), (name) => resetRefused(ctx, name))
    const token = await createLinkToken(ctx, { purpose: 'reset_password', userId: user.id, email: user.email })
    const url = `${ctx.publicUrl}${paths.resetPassword(token)}`
    await send(ctx, ownerOf(user), (name) => resetLink(ctx, { name, url }))
  })
}

async function sendWelcome(ctx: JobContext, user: UserRow): Promise<void> {
  const { id: userId, email } = user
  if (user.emailProvenAt) return send(ctx, ownerOf(user), (name) => welcome(ctx, { name }))
  await withinLimit(ctx, 'proofTarget', email, async () => {
    const url = await linkToConfirm(ctx, { purpose: 'prove_email', userId, email })
    await send(ctx, ownerOf(user), (name) => welcome(ctx, { name, url }))
  })
}

async function sendInvitation(ctx: JobContext, { invitationId: id }: { invitationId: string }): Promise<void> {
  const found = await findOpenInvitation(ctx, ctx.db, { id })
  // It was withdrawn or accepted in the meantime.
  if (!found) return
  const { email, expiresAt } = found.invitation
  const url = `${ctx.publicUrl}${paths.signupWithInvitation(await renewToken(ctx.db, id))}`
  const text = invitation(ctx, { inviterName: found.inviterName ?? '', url, expiresAt })
  await ctx.mailer.send({ to: { name: '', address: email }, ...composeMail(ctx, text) })
}

async function sendEmailChange(ctx: JobContext, { id: userId, name, pendingEmail: email }: UserRow): Promise<void> {
  // The change was cancelled or confirmed in the meantime.
  if (!email) return
  await withinLimit(ctx, 'proofTarget', email, async () => {
    const url = await linkToConfirm(ctx, { purpose: 'change_email', userId, email })
    await send(ctx, { name, email, isProven: false }, (known) => emailChange(ctx, { name: known, url }))
  })
}

async function sendEmailChangeNotice(ctx: JobContext, user: UserRow): Promise<void> {
  const { pendingEmail, emailProvenAt } = user
  if (!pendingEmail) return
  // An unproven account could use the new address to send a message to a stranger.
  const newEmail = emailProvenAt ? pendingEmail : ''
  await notify(ctx, ownerOf(user), (name) => emailChangeNotice(ctx, name, newEmail))
}

async function linkToConfirm(ctx: JobContext, link: Parameters<typeof createLinkToken>[1]): Promise<string> {
  return `${ctx.publicUrl}${paths.confirmEmail(await createLinkToken(ctx, link))}`
}

/** A job about one account; it does nothing if the account was deleted. */
function toUser<Payload extends { userId: string }>(
  act: (ctx: JobContext, user: UserRow, payload: Payload) => Promise<void>,
) {
  return async (ctx: JobContext, payload: Payload): Promise<void> => {
    const user = await findUser(ctx.db, payload.userId)
    if (user) await act(ctx, user, payload)
  }
}

/** Sends a notice to the owner of an account; limits how many an unproven address gets. */
function notify(ctx: JobContext, owner: Recipient, write: (name: string) => MailText): Promise<void> {
  if (owner.isProven) return send(ctx, owner, write)
  return withinLimit(ctx, 'noticeTarget', owner.email, () => send(ctx, owner, write))
}

/**
 * Limits emails by address, not by account, because an address can belong to several accounts over time. Beyond the
 * limit the email is dropped silently: the caller gets the same answer in every case.
 */
async function withinLimit(
  { limits }: JobContext,
  name: 'forgotTarget' | 'proofTarget' | 'noticeTarget',
  email: string,
  sendIt: () => Promise<void>,
): Promise<void> {
  const key = email.toLowerCase()
  if (!(await limits.tryTake(name, key))) return
  try {
    await sendIt()
  } catch (fault) {
    // A failed attempt must not count against the retry.
    await limits.refund(name, key)
    throw fault
  }
}

/**
 * Sends one email. An unproven address may be a stranger's, who must not get text that someone else typed at sign-up,
 * so `write` and the To header get no name then.
 */
function send(ctx: JobContext, { name, email, isProven }: Recipient, write: (name: string) => MailText): Promise<void> {
  const known = isProven ? name : ''
  return ctx.mailer.send({ to: { name: known, address: email }, ...composeMail(ctx, write(known)) })
}

function ownerOf({ name, email, emailProvenAt }: UserRow): Recipient {
  return { name, email, isProven: emailProvenAt !== null }
}

/** Deletes expired sessions (with the address and browser of their sign-in), links, challenges and invitations. */
export async function forgetExpiredAccess(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteAllExpiredSessions(ctx)
  await deleteExpiredLinks(ctx)
  await deleteOldChallenges(ctx)
  await forgetInvitations(ctx)
}
