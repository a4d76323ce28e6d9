import { tags } from '#contract/tags.ts'
import { recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { Problem } from '#platform/problem.ts'
import { type LockedPerson, lockPerson } from './lock-person.ts'
import { endSessionsOf } from './sessions.ts'
import { markUser } from './users.ts'

/**
 * Ends all of a person's sessions, and blocks sign-ins to the account until the suspension is lifted; in the caller's
 * transaction.
 * @throws Problem `not_found`, `already_done`, `not_possible`.
 */
export async function suspendAccount(ctx: SignedInContext, tx: Db, uuid: string, reason: string): Promise<void> {
  await suspendLocked(ctx, tx, await lockPerson(ctx, tx, uuid), { reason, now: ctx.now() })
  // The top of the front page depends on who is suspended.
  await recordChange(ctx, tx, [tags.frontPage])
}

/** Like `suspendAccount`, of a person who is locked; the caller records the change. */
export async function suspendLocked(
  ctx: SignedInContext,
  tx: Db,
  { person, isLastAdmin }: LockedPerson,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  const { id: userId, email } = person
  if (userId === ctx.actor.id) throw new Problem('not_possible', { detail: "You can't suspend your own account." })
  if (person.suspendedAt) throw new Problem('already_done', { detail: 'This account is already suspended.' })
  if (isLastAdmin) throw new Problem('not_possible', { detail: 'You can’t suspend the only administrator.' })
  await endSessionsOf(tx, userId)
  const suspension = { suspendedAt: now, suspendedReason: reason, suspendedBy: ctx.actor.id }
  await markUser(tx, userId, { ...suspension, updatedAt: now })
  await recordAudit(ctx, tx, { action: 'user_suspended', userId, email, details: { reason } })
}
