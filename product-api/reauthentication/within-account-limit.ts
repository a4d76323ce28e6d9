import type { SignedInContext } from '../context.ts'
import { refundIfTooBusy } from '../password-hashing/limit-concurrency.ts'

/**
 * Counts what a person does to their own account; what did not begin because too many passwords wait is not counted.
 * @throws Problem `too_many_requests`.
 */
export async function withinAccountLimit<T>({ limits, actor }: SignedInContext, act: () => Promise<T>): Promise<T> {
  await limits.take('account', actor.id)
  return refundIfTooBusy(act(), () => limits.refund('account', actor.id))
}
