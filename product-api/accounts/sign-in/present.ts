import type { SignedIn } from '#contract/users.ts'
import { presentCurrentUser } from '../users/present.ts'
import type { CompletedSignIn } from './complete-sign-in.ts'

export function presentSignedIn({ user, session, knownBrowser }: CompletedSignIn): SignedIn {
  return {
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
    known_browser: knownBrowser,
    user: presentCurrentUser(user),
  }
}
