import type { Context } from '../context.ts'
import { startSession } from '../sessions/service.ts'

/** @returns the token of a new session. */
export async function openSession(ctx: Context, userId: string): Promise<string> {
  const { token } = await startSession(ctx, ctx.db, { userId, method: 'password' })
  return token
}
