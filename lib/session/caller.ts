import 'server-only'
import type { CallAs } from '#lib/api/client.ts'
import { knownBrowserForm, knownBrowserName } from './cookies.ts'
import { cookiesOf, readSession } from './token.ts'

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
