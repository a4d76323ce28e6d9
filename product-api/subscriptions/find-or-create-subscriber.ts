import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { claimSubscriber } from './subscribing/repository.ts'

/** The subscriber of an address, created if there is none: known, and subscribed to nothing. */
export async function findOrCreateSubscriber(
  { now }: Pick<Context, 'now'>,
  tx: Db,
  email: string,
): Promise<{ id: string; email: string }> {
  const createdAt = now()
  return claimSubscriber(tx, { id: newId(createdAt), email, createdAt })
}
