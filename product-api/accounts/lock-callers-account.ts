import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { Problem } from '#platform/problem.ts'
import { hasSession } from './sessions.ts'
import * as users from './users.ts'

/**
 * Locks the caller's account until the transaction ends. A password reset that came in between has ended the caller's
 * session, and wins.
 * @throws Problem `unauthenticated` if the account or the session is gone.
 */
export async function lockCallersAccount({ actor }: SignedInContext, tx: Db): Promise<UserRow> {
  const user = await users.findUserForUpdate(tx, actor.id)
  // Checked once the account is locked: whatever ends all sessions locks it too.
  const isIn = user && actor.sessionId && (await hasSession(tx, user.id, actor.sessionId))
  if (!isIn) throw new Problem('unauthenticated')
  return user
}
