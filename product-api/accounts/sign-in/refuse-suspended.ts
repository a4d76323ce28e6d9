import type { Context } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { Problem } from '#platform/problem.ts'
import type { SignInMethod } from '../sessions.ts'
import { recordRefusedSignIn } from './record-failed-sign-in.ts'

/**
 * Only for a caller who has proved to be the owner: no one else may learn it. Why it is suspended stays with the
 * administrators.
 * @throws Problem `suspended`.
 */
export function refuseSuspended({ contactEmail }: Pick<Context, 'contactEmail'>, user: Pick<UserRow, 'suspendedAt'>) {
  if (!user.suspendedAt) return
  throw new Problem('suspended', {
    detail: `This account is suspended. If you have questions, write to ${contactEmail}.`,
  })
}

/** The same for a sign-in, outside of a transaction, and the audit keeps it. @throws Problem `suspended`. */
export async function refuseSuspendedSignIn(ctx: Context, user: UserRow, method: SignInMethod): Promise<void> {
  if (user.suspendedAt) await recordRefusedSignIn(ctx, { method, user }, { limit: 'suspended', key: user.id })
  refuseSuspended(ctx, user)
}
