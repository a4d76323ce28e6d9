import { paths } from '#contract/paths.ts'
import type { Context } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import type { MailText } from '#platform/mail/blocks.ts'
import { composeMail } from '#platform/mail/compose.ts'
import type { JobContext, JobHandlers } from '#platform/queue/handlers.ts'
import type { JobPayload } from '#platform/queue/jobs.ts'
import { emailChange, resetLink, resetRefused, welcome } from './mails/link-emails.ts'
import { accountNotice, emailChangeNotice, passwordChanged, signInNotice } from './mails/notices.ts'
import { forgetExpiredChallenges } from './passkeys/challenges.ts'
import { forgetEndedSessions } from './sessions.ts'
import { forgetExpiredLinks, makeLinkToken } from './tokens/account-tokens.ts'
import * as users from './users.ts'

/** Emails about accounts, and cleaning up. A link's token is made here, so that none ever waits in the queue. */
export const accountJobs = {
  'send-reset-link': sendResetLink,
  'send-welcome': (ctx, { userId }) => toUser(ctx, userId, sendWelcome),
  'send-email-change': (ctx, { userId }) => toUser(ctx, userId, sendEmailChange),
  'send-email-change-notice': (ctx, { userId }) => toUser(ctx, userId, sendEmailChangeNotice),
  'send-password-changed': (ctx, told) => toUser(ctx, told.userId, (_, user) => sendPasswordChanged(ctx, user, told)),
  'send-sign-in-notice': (ctx, told) => toUser(ctx, told.userId, (_, user) => sendSignInNotice(ctx, user, told)),
  'forget-expired-access': forgetExpiredAccess,
  'send-account-notice': (ctx, told) => toUser(ctx, told.userId, (_, user) => sendAccountNotice(ctx, user, told)),
} satisfies Partial<JobHandlers>

/** Whom an email goes to; `isProven`: whether the address was shown to be that person's. */
type Recipient = { name: string; email: string; isProven: boolean }

async function sendResetLink(ctx: JobContext, { email }: { email: string }): Promise<void> {
  const user = await users.findUserByEmail(ctx.db, email)
  if (!user) return
  await withinLimit(ctx, 'forgotTarget', user.email, async () => {
    if (user.suspendedAt) return send(ctx, ownerOf(user), (name) => resetRefused(ctx, { name }))
    const token = await makeLinkToken(ctx, { purpose: 'reset_password', userId: user.id, email: user.email })
    await send(ctx, ownerOf(user), (name) => resetLink(ctx, { name, url: link(ctx, paths.resetPassword(token)) }))
  })
}

async function sendWelcome(ctx: JobContext, user: UserRow): Promise<void> {
  const { id: userId, email } = user
  if (user.emailProvenAt) return send(ctx, ownerOf(user), (name) => welcome(ctx, { name }))
  await withinLimit(ctx, 'proofTarget', email, async () => {
    const token = await makeLinkToken(ctx, { purpose: 'prove_email', userId, email })
    await send(ctx, ownerOf(user), (name) => welcome(ctx, { name, url: link(ctx, paths.confirmEmail(token)) }))
  })
}

async function sendEmailChange(ctx: JobContext, { id: userId, name, pendingEmail }: UserRow): Promise<void> {
  // Cancelled or done in the meantime.
  if (!pendingEmail) return
  await withinLimit(ctx, 'proofTarget', pendingEmail, async () => {
    const token = await makeLinkToken(ctx, { purpose: 'change_email', userId, email: pendingEmail })
    const url = link(ctx, paths.confirmEmail(token))
    await send(ctx, { name, email: pendingEmail, isProven: false }, (known) => emailChange(ctx, { name: known, url }))
  })
}

async function sendEmailChangeNotice(ctx: JobContext, user: UserRow): Promise<void> {
  const { pendingEmail, emailProvenAt } = user
  if (!pendingEmail) return
  // An address can carry a message too.
  const newEmail = emailProvenAt ? pendingEmail : ''
  const changePasswordUrl = link(ctx, paths.forgotPassword)
  await notify(ctx, ownerOf(user), (name) => emailChangeNotice(ctx, { name, newEmail, changePasswordUrl }))
}

function sendPasswordChanged(
  ctx: JobContext,
  user: UserRow,
  { how }: JobPayload<'send-password-changed'>,
): Promise<void> {
  const forgotUrl = link(ctx, paths.forgotPassword)
  return notify(ctx, ownerOf(user), (name) => passwordChanged(ctx, { name, how, forgotUrl }))
}

function sendSignInNotice(ctx: JobContext, user: UserRow, told: JobPayload<'send-sign-in-notice'>): Promise<void> {
  const from = { at: new Date(told.at), address: told.address, device: told.device }
  const changePasswordUrl = link(ctx, paths.forgotPassword)
  return notify(ctx, ownerOf(user), (name) => signInNotice(ctx, { name, ...from, changePasswordUrl }))
}

function sendAccountNotice(ctx: JobContext, user: UserRow, told: JobPayload<'send-account-notice'>): Promise<void> {
  const { what, address, device, formerEmail, isFormerProven = false } = told
  const forgotUrl = link(ctx, paths.forgotPassword)
  const write = (name: string) => accountNotice(ctx, { name, what, at: new Date(told.at), address, device, forgotUrl })
  // Without a name: the address is no longer the account's.
  if (formerEmail) return notify(ctx, { name: '', email: formerEmail, isProven: isFormerProven }, write)
  return notify(ctx, ownerOf(user), write)
}

/** Does nothing for an account that is gone. */
async function toUser(ctx: JobContext, id: string, act: (ctx: JobContext, user: UserRow) => Promise<void>) {
  const user = await users.findUser(ctx.db, id)
  if (user) await act(ctx, user)
}

/** What was done to the account. To an address that is not proven no more than so many. */
function notify(ctx: JobContext, owner: Recipient, write: (name: string) => MailText): Promise<void> {
  if (owner.isProven) return send(ctx, owner, write)
  return withinLimit(ctx, 'noticeTarget', owner.email, () => send(ctx, owner, write))
}

/**
 * Emails are counted by address, not by account: an address can change hands. Beyond the limit no email goes out and
 * the caller is not told: the answer was the same for all, and a full mailbox helps no one.
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
    // The next try must not be refused for this one.
    await limits.refund(name, key)
    throw fault
  }
}

/**
 * Hands one email over. An unproven address may be a stranger's, who must not get words that someone else typed at the
 * sign-up: `write` gets no name then, and To has none.
 */
function send(ctx: JobContext, { name, email, isProven }: Recipient, write: (name: string) => MailText): Promise<void> {
  const known = isProven ? name : ''
  return ctx.mailer.send({ to: { name: known, address: email }, ...composeMail(ctx, write(known)) })
}

function ownerOf({ name, email, emailProvenAt }: UserRow): Recipient {
  return { name, email, isProven: emailProvenAt !== null }
}

function link({ publicUrl }: JobContext, path: string): string {
  return `${publicUrl}${path}`
}

/** Deletes sessions, links and challenges that can no longer be used; a session's place of sign-in goes with it. */
export async function forgetExpiredAccess(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await forgetEndedSessions(ctx)
  await forgetExpiredLinks(ctx)
  await forgetExpiredChallenges(ctx)
}
