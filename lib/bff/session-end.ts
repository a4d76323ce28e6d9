import type { Endpoint } from '#contract/endpoint.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { foreignRefusal } from '#lib/requests/foreign-refusal.ts'
import { failed } from '#lib/requests/problem.ts'
import { callerOf } from '#lib/session/caller.ts'
import { endedSession } from '#lib/session/cookies.ts'
import { signOut } from '#lib/session/sign-in.ts'
import { forward, type Handler } from './forward.ts'

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
  for (const cookie of endedSession(request.headers.get('cookie'))) response.headers.append('set-cookie', cookie)
  return response
}
