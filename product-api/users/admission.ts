import { findSignInHistory, recordAudit } from '../audit/service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { UserRow } from '../db/tables/users.ts'
import { clientOf } from '../limits/client.ts'
import { deviceName } from './device.ts'
import { knownDays, recognise, rememberBrowser } from './known-browser.ts'
import { endCallersSession, isOpen, type OpenedSession, type SignInMethod, startSession } from './sessions.ts'

/** Somebody who is signed in from now on. */
export type Admitted = {
  user: UserRow
  session: OpenedSession
  /** For the browser to keep (`known-browser.ts`). */
  knownBrowser: string
}

const noticeDays = 365

/**
 * Opens a session for somebody who has shown who they are, in the caller's transaction, which holds the account. Where
 * neither the client nor the browser was seen for this account before, its owner gets a notice.
 */
export async function admit(ctx: Context, tx: Db, user: UserRow, method: SignInMethod): Promise<Admitted> {
  const { address, userAgent } = ctx.caller ?? { address: '', userAgent: '' }
  const device = deviceName(userAgent)
  const client = clientOf(ctx.caller)
  const history = await findSignInHistory(ctx, tx, { userId: user.id, client, device, days: noticeDays })
  const { browser: knownBrowser, secretHash: browser } = rememberBrowser(
    ctx.caller,
    await recognise({ ...ctx, db: tx }, user.id),
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
export function isAdmitted(ctx: Pick<Context, 'db'>, admitted: Admitted): Promise<boolean> {
  return isOpen(ctx, admitted.session)
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** What an account knows of a caller. */
export type Acquaintance = {
  /** The hash of the browser's secret: nobody else has it. */
  browser: string | undefined
  /** It was signed in to from the same address or network lately, by whoever of those who share it. */
  isKnownClient: boolean
}

/** Asked for nobody it takes the same time. */
export async function findAcquaintance(ctx: Context, userId = nobody): Promise<Acquaintance> {
  const client = clientOf(ctx.caller)
  const { sameClient } = await findSignInHistory(ctx, ctx.db, { userId, client, device: '', days: knownDays })
  return { browser: await recognise(ctx, userId), isKnownClient: client !== '' && sameClient }
}
