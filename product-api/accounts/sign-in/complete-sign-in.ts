import { findSignInHistory, recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { clientOf } from '#platform/limits/limits.ts'
import { nameDevice } from '../name-device.ts'
import { endCallersSession, type OpenedSession, type SignInMethod, startSession } from '../sessions.ts'
import { recogniseBrowser, rememberBrowser } from './known-browser.ts'
import { refuseSuspended } from './limit-sign-ins.ts'

export type CompletedSignIn = {
  user: UserRow
  session: OpenedSession
  /** The secrets for the browser to store (`known-browser.ts`). */
  knownBrowser: string
}

const noticeDays = 365

/**
 * Starts a session for a person who has proven who they are, in the caller's transaction, which has locked the account.
 * If the account has seen neither the address nor the device before, its owner gets a notice.
 * @throws Problem `suspended`.
 */
export async function completeSignIn(
  ctx: Context,
  tx: Db,
  user: UserRow,
  method: SignInMethod,
): Promise<CompletedSignIn> {
  refuseSuspended(ctx, user)
  const { address, userAgent } = ctx.caller ?? { address: '', userAgent: '' }
  const device = nameDevice(userAgent)
  const client = clientOf(ctx.caller)
  const history = await findSignInHistory(ctx, tx, { userId: user.id, client, device, days: noticeDays })
  const replaced = await recogniseBrowser({ ...ctx, db: tx }, user.id)
  const { browser: knownBrowser, secretHash: browser } = rememberBrowser(ctx.caller, replaced)
  await endCallersSession(ctx, tx)
  const session = await startSession(ctx, tx, { userId: user.id, method })
  const { id: userId, email } = user
  // The client besides the address: an IPv6 address changes daily, its network doesn't.
  const details = { method, device, client, browser }
  await recordAudit({ ...ctx, actor: user }, tx, { action: 'sign_in', userId, email, details })
  if (history.any && !history.sameClient && !history.sameDevice) {
    await ctx.queue.enqueue(tx, 'send-sign-in-notice', { userId, at: ctx.now().toISOString(), address, device })
  }
  return { user, session, knownBrowser }
}
