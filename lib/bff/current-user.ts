import { users } from '#contract/users.ts'
import { call } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { failed } from '#lib/requests/problem.ts'
import { callerOf } from '#lib/session/caller.ts'
import { endedSession, hintName } from '#lib/session/cookies.ts'
import { cookiesOf, hasSession } from '#lib/session/token.ts'

/** The signed-in person, without any token; an empty object for a visitor, whose browser drops its dead session too. */
export async function currentUser(request: Request): Promise<Response> {
  const as = await callerOf(request)
  const cookies = cookiesOf(request)
  if (!as.token && hasSession(cookies)) return nobodyHere()
  if (!as.token) return nobody(request, cookies.get(hintName) !== undefined)
  try {
    const { body } = await call(users.current, {}, as)
    return Response.json(body, { headers: { 'cache-control': 'private, no-store' } })
  } catch (fault) {
    if (!(fault instanceof ApiFailure)) throw fault
    // A 401, or an empty answer from a product API that uses it to say that the token is invalid.
    return fault.status === 401 || fault.code === 'invalid_answer' ? nobody(request, true) : failed(fault)
  }
}

/** There is a session, but this node can't read it: the browser keeps it, and its stored user. */
function nobodyHere(): Response {
  return Response.json({}, { headers: { 'cache-control': 'private, no-store', 'x-session': 'unreadable' } })
}

function nobody(request: Request, hadSession: boolean): Response {
  const response = Response.json({}, { headers: { 'cache-control': 'private, no-store' } })
  if (hadSession) {
    for (const cookie of endedSession(request.headers.get('cookie'))) response.headers.append('set-cookie', cookie)
  }
  return response
}
