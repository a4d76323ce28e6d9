import type { Context } from '#platform/context.ts'
import type { UserRow } from '#platform/db/tables/accounts.ts'
import { Problem } from '#platform/problem.ts'
import type { SignInMethod } from '../sessions.ts'
import { recordRefusedSignIn } from './audit-sign-ins.ts'

/**
 * Call it only after the caller has proven to be the owner: others must not learn that the account is suspended. The
 * reason is for administrators only.
 * @throws Problem `suspended`.
 */
export function refuseSuspended({ contactEmail }: Pick<Context, 'contactEmail'>, user: Pick<UserRow, 'suspendedAt'>) {
  if (!user.suspendedAt) return
  throw new Problem('suspended', {
    detail: `This account is suspended. If you have questions, write to ${contactEmail}.`,
  })
}

/** The same for a sign-in, outside of a transaction; records it in the audit log. @throws Problem `suspended`. */
export async function refuseSuspendedSignIn(ctx: Context, user: UserRow, method: SignInMethod): Promise<void> {
  if (user.suspendedAt) await recordRefusedSignIn(ctx, { method, user }, { limit: 'suspended', key: user.id })
  refuseSuspended(ctx, user)
}
