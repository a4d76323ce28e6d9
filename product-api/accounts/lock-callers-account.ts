import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { Problem } from '#platform/problem.ts'
import { hasSession } from './sessions.ts'
import * as users from './users.ts'

/**
 * Locks the caller's account until the transaction ends, and checks that the session still exists: a password reset in
 * the meantime has ended it.
 * @throws Problem `unauthenticated` if the account or the session is gone.
 */
export async function lockCallersAccount({ actor }: SignedInContext, tx: Db): Promise<UserRow> {
  const user = await users.findUserForUpdate(tx, actor.id)
  // Check after locking: every operation that ends all sessions locks the account too.
  const isSignedIn = user && actor.sessionId && (await hasSession(tx, user.id, actor.sessionId))
  if (!isSignedIn) throw new Problem('unauthenticated')
  return user
}
