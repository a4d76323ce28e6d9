import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { newId } from '../db/id.ts'
import { claimSubscriber } from './repository.ts'

/** The subscriber of an address, created if there is none: known, and subscribed to nothing. */
export async function claimSubscriberOf(
  { now }: Pick<Context, 'now'>,
  tx: Db,
  email: string,
): Promise<{ id: string; email: string }> {
  const createdAt = now()
  return claimSubscriber(tx, { id: newId(createdAt), email, createdAt })
}
