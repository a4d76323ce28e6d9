import type { CurrentUser } from '#contract/users.ts'
import { type CallAnswer, callBff } from '#lib/browser/call-bff.ts'
import { changeUser, forgetForNow, hasSessionHint, hopeAgain } from './user-data.ts'

export const currentUserCall = 'GET /users/current_user'

/**
 * Asks who is signed in, after the session has changed, and stores the answer for the first paint of the next page.
 * @throws CallFailure
 */
export async function askCurrentUser(): Promise<CurrentUser | undefined> {
  hopeAgain()
  return hasSessionHint() ? rememberUser(await callBff(currentUserCall)) : undefined
}

export function rememberUser({ body, headers }: CallAnswer<typeof currentUserCall>): CurrentUser | undefined {
  if (!body.uuid) {
    // Empty is how the BFF says that the session is over, unless it is a node that can't read it.
    if (headers.get('x-session') === 'unreadable') forgetForNow()
    else changeUser({ type: 'LOGOUT_USER' })
    return undefined
  }
  // The session has ended while the answer was under way.
  if (!hasSessionHint()) return undefined
  changeUser({ type: 'SET_USER', user: body })
  return body
}
