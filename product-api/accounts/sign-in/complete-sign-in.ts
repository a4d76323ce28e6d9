import { findSignInHistory, recordAudit } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { clientOf } from '#platform/limits/limit-keys.ts'
import { nameDevice } from '../name-device.ts'
import { endCallersSession, isSessionKept, type OpenedSession, type SignInMethod, startSession } from '../sessions.ts'
import { recogniseBrowser, rememberBrowser } from './known-browser.ts'
import { refuseSuspended } from './refused-sign-ins.ts'

/** A person who is signed in from now on. */
export type CompletedSignIn = {
  user: UserRow
  session: OpenedSession
  /** For the browser to keep (`known-browser.ts`). */
  knownBrowser: string
}

const noticeDays = 365

/**
 * Opens a session for a person who has proved who they are, in the caller's transaction, which locks the account. If
 * neither the client nor the browser was seen for this account before, its owner gets a notice.
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
  const { browser: knownBrowser, secretHash: browser } = rememberBrowser(
    ctx.caller,
    await recogniseBrowser({ ...ctx, db: tx }, user.id),
  )
  await endCallersSession(ctx, tx)
  const session = await startSession(ctx, tx, { userId: user.id, method })
  const { id: userId, email } = user
  await recordAudit({ ...ctx, actor: user }, tx, {
    action: 'sign_in',
    userId,
    email,
    // The client beside the address: a person's IPv6 address changes daily, its network stays.
    details: { method, device, client, browser },
  })
  if (history.any && !history.sameClient && !history.sameDevice) {
    await ctx.queue.enqueue(tx, 'send-sign-in-notice', { userId, at: ctx.now().toISOString(), address, device })
  }
  return { user, session, knownBrowser }
}

/** Whether a sign-in whose commit was cut off has happened. */
export function isSignInKept(ctx: Pick<Context, 'db'>, signedIn: CompletedSignIn): Promise<boolean> {
  return isSessionKept(ctx, signedIn.session)
}
