import type { Api } from '#platform/http/api.ts'
import type { FollowProvenEmail } from './confirm-email/confirm-email.ts'
import { confirmEmailRoutes } from './confirm-email/routes.ts'
import type { GoogleVerifier } from './google-verifier.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { signUpRoutes } from './sign-up/routes.ts'
import { userRoutes } from './users/routes.ts'

/** The calls about accounts: signing up and in, sessions, profiles, passwords, passkeys. */
export function accountRoutes(
  api: Api,
  { google, followProvenEmail }: { google?: GoogleVerifier | undefined; followProvenEmail: FollowProvenEmail },
): void {
  signInRoutes(api, { google })
  signUpRoutes(api)
  sessionRoutes(api)
  userRoutes(api)
  passwordRoutes(api)
  confirmEmailRoutes(api, { followProvenEmail })
  passkeyRoutes(api)
}
