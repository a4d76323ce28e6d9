import type { CallAs } from '#lib/api/client.ts'
import { cookiesOf, readSession } from './token.ts'

/** As whom a browser's request is passed on: its session's token, where it has one, and its own name. */
export async function callerOf(request: Request): Promise<CallAs> {
  const session = await readSession(cookiesOf(request))
  return { token: session?.apiToken, userAgent: request.headers.get('user-agent') ?? undefined }
}
