import { startSession } from '#accounts/sessions.ts'
import type { Context } from '#platform/context.ts'

/** @returns the token of a new session. */
export async function openSession(ctx: Context, userId: string): Promise<string> {
  const { token } = await startSession(ctx, ctx.db, { userId, method: 'password' })
  return token
}
