import { paths } from '#contract/paths.ts'
import type { UserRow } from '../db/tables/users.ts'
import { composeMail } from '../mail/compose.ts'
import type { MailText } from '../mail/layout.ts'
import { emailChange } from '../mail/messages/email-change.ts'
import { emailChangeNotice } from '../mail/messages/email-change-notice.ts'
import { passwordChanged } from '../mail/messages/password-changed.ts'
import { resetLink } from '../mail/messages/reset-link.ts'
import { signInNotice } from '../mail/messages/sign-in-notice.ts'
import { welcome } from '../mail/messages/welcome.ts'
import type { JobContext, JobHandlers } from '../queue/handlers.ts'
import type { JobPayload } from '../queue/jobs.ts'
import { makeLinkToken } from './account-links.ts'
import * as repository from './repository.ts'

/** The mails about accounts. Tokens are made here, so that none ever waits in the queue. */
export const userJobs: JobHandlers = {
  'send-reset-link': sendResetLink,
  'send-welcome': (ctx, { userId }) => toUser(ctx, userId, sendWelcome),
  'send-email-change': (ctx, { userId }) => toUser(ctx, userId, sendEmailChange),
  'send-password-changed': (ctx, { userId }) => toUser(ctx, userId, sendPasswordChanged),
  'send-sign-in-notice': (ctx, told) => toUser(ctx, told.userId, (_, user) => sendSignInNotice(ctx, user, told)),
}

async function sendResetLink(ctx: JobContext, { email }: { email: string }): Promise<void> {
  const user = await repository.findUserByEmail(ctx.db, email)
  // Nobody is told: the answer was the same for all, and a full mailbox helps no one.
  if (!user || !(await ctx.limits.allows('forgotTarget', user.id))) return
  try {
    const token = await makeLinkToken(ctx, { purpose: 'reset_password', userId: user.id, email: user.email })
    await send(ctx, user, resetLink(ctx, { name: user.name, url: link(ctx, paths.resetPassword(token)) }))
  } catch (fault) {
    // The next try must not be refused for this one.
    await ctx.limits.giveBack('forgotTarget', user.id)
    throw fault
  }
}

async function sendWelcome(ctx: JobContext, user: UserRow): Promise<void> {
  if (user.emailProvenAt) return send(ctx, user, welcome(ctx, user))
  const token = await makeLinkToken(ctx, { purpose: 'prove_email', userId: user.id, email: user.email })
  await send(ctx, user, welcome(ctx, { name: user.name, url: link(ctx, paths.confirmEmail(token)) }))
}

async function sendEmailChange(ctx: JobContext, user: UserRow): Promise<void> {
  const { id: userId, name, pendingEmail } = user
  // Taken back meanwhile, or done.
  if (!pendingEmail) return
  const token = await makeLinkToken(ctx, { purpose: 'change_email', userId, email: pendingEmail })
  await send(ctx, { name, email: pendingEmail }, emailChange(ctx, { name, url: link(ctx, paths.confirmEmail(token)) }))
  const changePasswordUrl = link(ctx, paths.forgotPassword)
  await send(ctx, user, emailChangeNotice(ctx, { name, newEmail: pendingEmail, changePasswordUrl }))
}

function sendPasswordChanged(ctx: JobContext, user: UserRow): Promise<void> {
  return send(ctx, user, passwordChanged(ctx, { name: user.name, forgotUrl: link(ctx, paths.forgotPassword) }))
}

function sendSignInNotice(
  ctx: JobContext,
  user: UserRow,
  { at, address, device }: JobPayload<'send-sign-in-notice'>,
): Promise<void> {
  const changePasswordUrl = link(ctx, paths.forgotPassword)
  return send(ctx, user, signInNotice(ctx, { name: user.name, at: new Date(at), address, device, changePasswordUrl }))
}

/** Does nothing for an account that is gone. */
async function toUser(ctx: JobContext, id: string, act: (ctx: JobContext, user: UserRow) => Promise<void>) {
  const user = await repository.findUser(ctx.db, id)
  if (user) await act(ctx, user)
}

function send(ctx: JobContext, { name, email }: { name: string; email: string }, text: MailText): Promise<void> {
  return ctx.mailer.send({ to: { name, address: email }, ...composeMail(ctx, text) })
}

function link({ publicUrl }: JobContext, path: string): string {
  return `${publicUrl}${path}`
}
