import { paths } from '#contract/paths.ts'
import { originOf } from '#lib/http/cross-origin.ts'
import { cookiesOf, readSession } from '#lib/session/cookies.ts'

/** Redirects to the page for changing the password, after signing in; the page itself says if the session has ended. */
export async function redirectToChangePassword(request: Request): Promise<Response> {
  const session = await readSession(cookiesOf(request))
  const path = session ? paths.accountSecurity : paths.login(paths.accountSecurity)
  // To the host name that this browser uses: its session cookie belongs to that name.
  const headers = { location: new URL(path, originOf(request)).href, 'cache-control': 'private, no-store' }
  return new Response(null, { status: 302, headers })
}
