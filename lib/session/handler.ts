import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import type { ApiFailure } from '#lib/api/failure.ts'
import { foreignRefusal } from '#lib/bff/foreign.ts'
import { webEnv } from '#lib/env.ts'
import { callerOf } from './caller.ts'
import { endedSession, sessionCookieName, setHint } from './cookies.ts'
import { authOptions } from './options.ts'

type RouteContext = { params: Promise<{ nextauth: string[] }> }

/** next-auth's own addresses, with the hint cookie kept in step with the session cookie. */
export async function authHandler(request: NextRequest, context: RouteContext): Promise<Response> {
  // Its CSRF token guards forms of other sites; whoever has one still has to be a page of ours.
  const foreign = request.method === 'GET' ? undefined : foreignRefusal(request)
  if (foreign) return foreign
  // next-auth builds its links from it.
  process.env.NEXTAUTH_URL ??= webEnv().PUBLIC_URL
  let refusal: ApiFailure | undefined
  const options = authOptions(await callerOf(request), (fault) => {
    refusal = fault
  })
  const response: Response = await NextAuth(request as never, context as never, options)
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'private, no-store')
  const change = sessionChange(headers)
  if (change === 'begun') headers.append('set-cookie', setHint())
  if (change === 'ended') {
    for (const cookie of endedSession(request.headers.get('cookie'))) headers.append('set-cookie', cookie)
  }
  // next-auth calls every refusal 401.
  const status = refusal && (refusal.status === 429 || refusal.status >= 500) ? refusal.status : response.status
  if (refusal?.retryAfterSeconds) headers.set('retry-after', String(refusal.retryAfterSeconds))
  return new Response(response.body, { status, headers })
}

function sessionChange(headers: Headers): 'begun' | 'ended' | undefined {
  const name = sessionCookieName()
  const set = headers.getSetCookie().filter((cookie) => cookie.startsWith(`${name}=`) || cookie.startsWith(`${name}.`))
  if (set.length === 0) return undefined
  return set.some((cookie) => !/^[^=]+=;/.test(cookie)) ? 'begun' : 'ended'
}
