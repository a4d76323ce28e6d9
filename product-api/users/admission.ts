import { findSignInHistory, recordAudit } from '../audit/service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { UserRow } from '../db/tables/users.ts'
import { clientOf } from '../limits/client.ts'
import { deviceName } from './device.ts'
import { endCallersSession, type OpenedSession, type SignInMethod, startSession } from './sessions.ts'

/** Somebody who is signed in from now on. */
export type Admitted = { user: UserRow; session: OpenedSession }

const noticeDays = 365
const knownDays = 90

/**
 * Opens a session for somebody who has shown who they are, in the caller's transaction, which holds the account. Where
 * neither the client nor the browser was seen for this account before, its owner gets a notice.
 */
export async function admit(ctx: Context, tx: Db, user: UserRow, method: SignInMethod): Promise<Admitted> {
  const { address, userAgent } = ctx.caller ?? { address: '', userAgent: '' }
  const device = deviceName(userAgent)
  const client = clientOf(ctx.caller)
  const history = await findSignInHistory(ctx, tx, { userId: user.id, client, device, days: noticeDays })
  await endCallersSession(ctx, tx)
  const session = await startSession(ctx, tx, { userId: user.id, method })
  const { id: userId, email } = user
  await recordAudit({ ...ctx, actor: user }, tx, {
    action: 'sign_in',
    userId,
    email,
    // The client beside the address: a person's IPv6 address changes daily, its network stays.
    details: { method, device, client },
  })
  if (history.any && !history.sameClient && !history.sameDevice) {
    await ctx.queue.enqueue(tx, 'send-sign-in-notice', { userId, at: ctx.now().toISOString(), address, device })
  }
  return { user, session }
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Whether an account was signed in to by the caller's client lately; asked for nobody it takes the same time. */
export async function knowsClient(ctx: Context, userId: string | undefined): Promise<boolean> {
  const client = clientOf(ctx.caller)
  const of = { userId: userId ?? nobody, client, device: '', days: knownDays }
  const { sameClient } = await findSignInHistory(ctx, ctx.db, of)
  return client !== '' && sameClient
}
