import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { AccountChange } from '#platform/queue/jobs.ts'
import { nameDevice } from '../name-device.ts'

type Notice = {
  userId: string
  what: AccountChange
  /** Gets the notice instead of the account's present address. */
  formerEmail?: string
  /** Whether the former address was proven. */
  isFormerProven?: boolean
}

/** Enqueues a notice of a change, with the caller's address and browser, in the caller's transaction. */
export function notifyOwner(ctx: Pick<Context, 'queue' | 'now' | 'caller'>, tx: Db, notice: Notice): Promise<void> {
  const { address, userAgent } = ctx.caller ?? { address: '', userAgent: '' }
  const device = nameDevice(userAgent)
  return ctx.queue.enqueue(tx, 'send-account-notice', { ...notice, at: ctx.now().toISOString(), address, device })
}
