import type { Endpoint } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import { call } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { failed, foreignRefusal } from '#lib/http/problem.ts'
import { callerOf } from '#lib/session/caller.ts'
import { cookiesOf, endSessionCookies, hasSession, hintName } from '#lib/session/cookies.ts'
import { signOut } from '#lib/session/sign-in.ts'
import { forward, type Handler } from './forward.ts'

/** The signed-in person, without any token; an empty object for a visitor, whose browser drops its dead session too. */
export async function currentUser(request: Request): Promise<Response> {
  const as = await callerOf(request)
  const cookies = cookiesOf(request)
  if (!as.token && hasSession(cookies)) return unreadableSession()
  if (!as.token) return noSession(request, cookies.get(hintName) !== undefined)
  try {
    const { body } = await call(users.current, {}, as)
    return Response.json(body, { headers: { 'cache-control': 'private, no-store' } })
  } catch (fault) {
    if (!(fault instanceof ApiFailure)) throw fault
    // A 401, or an empty answer from a product API that uses it to say that the token is invalid.
    return fault.status === 401 || fault.code === 'invalid_answer' ? noSession(request, true) : failed(fault)
  }
}

/** There is a session, but this node can't read it: the browser keeps it, and its stored user. */
function unreadableSession(): Response {
  return Response.json({}, { headers: { 'cache-control': 'private, no-store', 'x-session': 'unreadable' } })
}

function noSession(request: Request, hadSession: boolean): Response {
  const response = Response.json({}, { headers: { 'cache-control': 'private, no-store' } })
  if (hadSession) {
    for (const cookie of endSessionCookies(request.headers.get('cookie'))) response.headers.append('set-cookie', cookie)
  }
  return response
}

/** Ends the session at the product API, then in the browser; if the first fails, the person stays signed in. */
export async function logout(request: Request): Promise<Response> {
  const foreign = foreignRefusal(request)
  if (foreign) return foreign
  const as = await callerOf(request)
  try {
    if (as.token) await signOut(as)
  } catch (fault) {
    if (fault instanceof ApiFailure) return failed(fault)
    throw fault
  }
  const response = Response.json({ message: 'Logged out.' }, { headers: { 'cache-control': 'private, no-store' } })
  return forgetting(request, response)
}

/** A call that, when it succeeds, has ended this browser's own session too. */
export function endingSession(endpoint: Endpoint): Handler {
  return async (request, params) => {
    const response = await forward(endpoint, request, params)
    return response.ok ? forgetting(request, response) : response
  }
}

function forgetting(request: Request, response: Response): Response {
  for (const cookie of endSessionCookies(request.headers.get('cookie'))) response.headers.append('set-cookie', cookie)
  return response
}
