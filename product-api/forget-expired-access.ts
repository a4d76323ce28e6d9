import { forgetExpiredLinks } from './account-links/service.ts'
import type { Context } from './context.ts'
import { forgetExpiredChallenges } from './passkeys/challenges.ts'
import { forgetEndedSessions } from './sessions/service.ts'

/** Deletes sessions, links and challenges that can no longer be used; a session's place of sign-in goes with it. */
export async function forgetExpiredAccess(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await forgetEndedSessions(ctx)
  await forgetExpiredLinks(ctx)
  await forgetExpiredChallenges(ctx)
}
