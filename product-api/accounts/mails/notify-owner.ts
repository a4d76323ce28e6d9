import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { AccountChange } from '#platform/queue/jobs.ts'
import { nameDevice } from '../name-device.ts'

type Told = {
  userId: string
  what: AccountChange
  /** Where the notice goes instead of the account's present address. */
  formerEmail?: string
  /** Whether that one was shown to be the owner's. */
  isFormerProven?: boolean
}

/** Tells the owner what was just done to the account, and where the call came from; in the caller's transaction. */
export function notifyOwner(ctx: Pick<Context, 'queue' | 'now' | 'caller'>, tx: Db, told: Told): Promise<void> {
  const { address, userAgent } = ctx.caller ?? { address: '', userAgent: '' }
  const device = nameDevice(userAgent)
  return ctx.queue.enqueue(tx, 'send-account-notice', { ...told, at: ctx.now().toISOString(), address, device })
}
