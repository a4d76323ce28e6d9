import { paths } from '#contract/paths.ts'
import type { Context } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import type { MailText } from '#platform/mail/blocks.ts'
import { composeMail } from '#platform/mail/compose.ts'
import type { JobContext, JobHandlers } from '#platform/queue/handlers.ts'
import type { JobPayload } from '#platform/queue/jobs.ts'
import { emailChange, resetLink, resetRefused, welcome } from './mails/link-emails.ts'
import { accountNotice, emailChangeNotice, passwordChanged, signInNotice } from './mails/notices.ts'
import { deleteOldChallenges } from './passkeys/challenges.ts'
import { deleteAllExpiredSessions } from './sessions.ts'
import { createLinkToken, deleteExpiredLinks } from './tokens/account-tokens.ts'
import * as users from './users.ts'

/** Emails about accounts, and cleaning up. Tokens of links are created here, so that the queue never stores one. */
export const accountJobs = {
  'send-reset-link': sendResetLink,
  'send-welcome': (ctx, { userId }) => toUser(ctx, userId, sendWelcome),
  'send-email-change': (ctx, { userId }) => toUser(ctx, userId, sendEmailChange),
  'send-email-change-notice': (ctx, { userId }) => toUser(ctx, userId, sendEmailChangeNotice),
  'send-password-changed': (ctx, payload) =>
    toUser(ctx, payload.userId, (_, user) => sendPasswordChanged(ctx, user, payload)),
  'send-sign-in-notice': (ctx, payload) =>
    toUser(ctx, payload.userId, (_, user) => sendSignInNotice(ctx, user, payload)),
  'forget-expired-access': forgetExpiredAccess,
  'send-account-notice': (ctx, payload) =>
    toUser(ctx, payload.userId, (_, user) => sendAccountNotice(ctx, user, payload)),
} satisfies Partial<JobHandlers>

/** `isProven`: whether the address was proven to be that person's. */
type Recipient = { name: string; email: string; isProven: boolean }

async function sendResetLink(ctx: JobContext, { email }: { email: string }): Promise<void> {
  const user = await users.findUserByEmail(ctx.db, email)
  if (!user) return
  await withinLimit(ctx, 'forgotTarget', user.email, async () => {
    if (user.suspendedAt) return send(ctx, ownerOf(user), (name) => resetRefused(ctx, { name }))
    const token = await createLinkToken(ctx, { purpose: 'reset_password', userId: user.id, email: user.email })
    await send(ctx, ownerOf(user), (name) => resetLink(ctx, { name, url: link(ctx, paths.resetPassword(token)) }))
  })
}

async function sendWelcome(ctx: JobContext, user: UserRow): Promise<void> {
  const { id: userId, email } = user
  if (user.emailProvenAt) return send(ctx, ownerOf(user), (name) => welcome(ctx, { name }))
  await withinLimit(ctx, 'proofTarget', email, async () => {
    const token = await createLinkToken(ctx, { purpose: 'prove_email', userId, email })
    await send(ctx, ownerOf(user), (name) => welcome(ctx, { name, url: link(ctx, paths.confirmEmail(token)) }))
  })
}

async function sendEmailChange(ctx: JobContext, { id: userId, name, pendingEmail }: UserRow): Promise<void> {
  // The change was cancelled or confirmed in the meantime.
  if (!pendingEmail) return
  await withinLimit(ctx, 'proofTarget', pendingEmail, async () => {
    const token = await createLinkToken(ctx, { purpose: 'change_email', userId, email: pendingEmail })
    const url = link(ctx, paths.confirmEmail(token))
    await send(ctx, { name, email: pendingEmail, isProven: false }, (known) => emailChange(ctx, { name: known, url }))
  })
}

async function sendEmailChangeNotice(ctx: JobContext, user: UserRow): Promise<void> {
  const { pendingEmail, emailProvenAt } = user
  if (!pendingEmail) return
  // An unproven account could use the new address to send a message to a stranger.
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

function sendSignInNotice(ctx: JobContext, user: UserRow, payload: JobPayload<'send-sign-in-notice'>): Promise<void> {
  const from = { at: new Date(payload.at), address: payload.address, device: payload.device }
  const changePasswordUrl = link(ctx, paths.forgotPassword)
  return notify(ctx, ownerOf(user), (name) => signInNotice(ctx, { name, ...from, changePasswordUrl }))
}

function sendAccountNotice(ctx: JobContext, user: UserRow, payload: JobPayload<'send-account-notice'>): Promise<void> {
  const { what, address, device, formerEmail, isFormerProven = false } = payload
  const forgotUrl = link(ctx, paths.forgotPassword)
  const write = (name: string) =>
    accountNotice(ctx, { name, what, at: new Date(payload.at), address, device, forgotUrl })
  // Without a name, because the address is no longer the account's.
  if (formerEmail) return notify(ctx, { name: '', email: formerEmail, isProven: isFormerProven }, write)
  return notify(ctx, ownerOf(user), write)
}

/** Does nothing if the account was deleted. */
async function toUser(ctx: JobContext, id: string, act: (ctx: JobContext, user: UserRow) => Promise<void>) {
  const user = await users.findUser(ctx.db, id)
  if (user) await act(ctx, user)
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

function link({ publicUrl }: JobContext, path: string): string {
  return `${publicUrl}${path}`
}

/** Deletes expired sessions (with the address and browser of their sign-in), links and challenges. */
export async function forgetExpiredAccess(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteAllExpiredSessions(ctx)
  await deleteExpiredLinks(ctx)
  await deleteOldChallenges(ctx)
}
