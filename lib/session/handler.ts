import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import type { ApiFailure } from '#lib/api/failure.ts'
import { BodyFailure, readText } from '#lib/bff/body.ts'
import { foreignRefusal } from '#lib/bff/foreign.ts'
import { problem } from '#lib/bff/problem.ts'
import { webEnv } from '#lib/env.ts'
import { callerOf } from './caller.ts'
import { endedSession, forgottenWanted, sessionCookieName, setHint } from './cookies.ts'
import { authOptions } from './options.ts'

/** Its forms hold an address, a password, or a passkey's answer. */
const formMostBytes = 64 * 1024

type RouteContext = { params: Promise<{ nextauth: string[] }> }

/** next-auth's own addresses, with the hint cookie kept in step with the session cookie. */
export async function authHandler(request: NextRequest, context: RouteContext): Promise<Response> {
  if (request.method === 'GET' || request.method === 'HEAD') return answer(request, context)
  // Its CSRF token guards forms of other sites; whoever has one still has to be a page of ours.
  const foreign = foreignRefusal(request)
  if (foreign) return foreign
  try {
    // It reads whatever comes, to the end and into memory.
    const body = await readText(request, formMostBytes)
    const { url, method, headers } = request
    return await answer(new NextRequest(url, { method, headers, body }), context)
  } catch (fault) {
    if (fault instanceof BodyFailure) return problem(fault.code, fault.message)
    throw fault
  }
}

async function answer(request: NextRequest, context: RouteContext): Promise<Response> {
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
  if (change === 'begun') {
    for (const cookie of [setHint(), forgottenWanted()]) headers.append('set-cookie', cookie)
  }
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
