import 'server-only'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { type CurrentUser, users } from '#contract/users.ts'
import { type CallAs, call } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { cookiesOf, knownBrowserForm, knownBrowserName, readSession } from './cookies.ts'

/** The identity under which a browser's request is passed on: its session's token, if any, and the browser's name. */
export async function callerOf(request: Request): Promise<CallAs> {
  const cookies = cookiesOf(request)
  const session = await readSession(cookies)
  const kept = cookies.get(knownBrowserName)?.value ?? ''
  return {
    token: session?.apiToken,
    userAgent: request.headers.get('user-agent') ?? undefined,
    knownBrowser: knownBrowserForm.test(kept) ? kept : undefined,
  }
}

/**
 * The signed-in person, as the product API knows them; undefined once the session has ended.
 * @throws ApiFailure if the product API does not say.
 */
export async function findUser(as: CallAs): Promise<CurrentUser | undefined> {
  try {
    return (await call(users.current, {}, as)).body
  } catch (fault) {
    // A 401, or an empty answer from a product API that uses it to say that the token is invalid.
    if (fault instanceof ApiFailure && (fault.status === 401 || fault.code === 'invalid_answer')) return undefined
    throw fault
  }
}

export type Viewer = { user: CurrentUser; as: CallAs }

/** The person who opens this page; undefined once the session has ended. For uncached pages. */
export const currentViewer = cache(async (): Promise<Viewer | undefined> => {
  const session = await readSession(await cookies())
  if (!session) return undefined
  const as = { token: session.apiToken, userAgent: (await headers()).get('user-agent') ?? undefined }
  const user = await findUser(as)
  return user && { user, as }
})
