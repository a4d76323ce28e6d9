import type { Endpoint } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import { users } from '#contract/users.ts'
import { foreignRefusal } from '#lib/http/problem.ts'
import { originOf } from '#lib/http/request.ts'
import { callerOf, findUser } from '#lib/session/caller.ts'
import { cookiesOf, endSession, hasSession, hintName, readSession } from '#lib/session/cookies.ts'
import { signOut } from '#lib/session/sign-in.ts'
import { forward, type Handler, refused } from './forward.ts'

const unkept = { 'cache-control': 'private, no-store' }

/** The signed-in person, without any token; an empty object for a visitor, whose browser drops its dead session too. */
export async function currentUser(request: Request): Promise<Response> {
  const as = await callerOf(request)
  const cookies = cookiesOf(request)
  const nobody = Response.json({}, { headers: unkept })
  if (!as.token) {
    if (!hasSession(cookies)) return cookies.get(hintName) ? endSession(request, nobody) : nobody
    // There is a session, but this node can't read it: the browser keeps it, and its stored user.
    nobody.headers.set('x-session', 'unreadable')
    return nobody
  }
  try {
    const user = await findUser(as)
    return user ? Response.json(user, { headers: unkept }) : endSession(request, nobody)
  } catch (fault) {
    return refused(fault, request, users.current)
  }
}

/** Ends the session at the product API, then in the browser; if the first fails, the person stays signed in. */
export async function logout(request: Request): Promise<Response> {
  const foreign = foreignRefusal(request)
  if (foreign) return foreign
  const as = await callerOf(request)
  try {
    if (as.token) await signOut(as)
  } catch (fault) {
    return refused(fault, request, users.logout)
  }
  return endSession(request, Response.json({ message: 'Logged out.' }, { headers: unkept }))
}

/** A call that, when it succeeds, has ended this browser's own session too. */
export function endingSession(endpoint: Endpoint): Handler {
  return async (request, params) => {
    const response = await forward(endpoint, request, params)
    return response.ok ? endSession(request, response) : response
  }
}

/** Redirects to the page for changing the password, after signing in; the page itself says if the session has ended. */
export async function redirectToChangePassword(request: Request): Promise<Response> {
  const session = await readSession(cookiesOf(request))
  const path = session ? paths.accountSecurity : paths.login(paths.accountSecurity)
  // To the host name that this browser uses: its session cookie belongs to that name.
  const headers = { location: new URL(path, originOf(request)).href, ...unkept }
  return new Response(null, { status: 302, headers })
}
