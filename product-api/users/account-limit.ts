import { orGiveBack } from './gate.ts'
import type { SignedInContext } from './sessions.ts'

/**
 * Counts what somebody does to the own account; what did not begin because too many passwords wait is not counted.
 * @throws Problem `too_many_requests`.
 */
export async function withinAccountLimit<T>({ limits, actor }: SignedInContext, act: () => Promise<T>): Promise<T> {
  await limits.take('account', actor.id)
  return orGiveBack(act(), () => limits.giveBack('account', actor.id))
}
