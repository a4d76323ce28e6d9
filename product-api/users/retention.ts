import type { Context } from '../context.ts'
import { deleteExpiredChallenges } from './passkey-repository.ts'
import { forgetEndedSessions } from './sessions.ts'
import { deleteExpiredTokens } from './token-repository.ts'

/** Sessions, links and questions to passkeys that nobody can use any more; with them goes from where somebody signed in. */
export async function forgetExpired(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  await forgetEndedSessions(ctx)
  await deleteExpiredTokens(ctx.db, now)
  await deleteExpiredChallenges(ctx.db, now)
}
