import { users } from '#contract/users.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import type { GoogleVerifier } from '../google-verifier.ts'
import { presentSignedIn } from './present.ts'
import { signInWithGoogle } from './sign-in-with-google.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

export function signInRoutes(api: Api, { google }: { google?: GoogleVerifier | undefined }): void {
  endpoint(api, users.login, async (ctx, { body }) => presentSignedIn(await signInWithPassword(ctx, body)))
  endpoint(api, users.loginWithGoogle, async (ctx, { body }) =>
    presentSignedIn(await signInWithGoogle(ctx, google, body.credential)),
  )
}
