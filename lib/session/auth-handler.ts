import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { users } from '#contract/users.ts'
import { type CallAs, call } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { webEnv } from '#lib/env.ts'
import { failed, foreignRefusal, problem } from '#lib/http/problem.ts'
import { BodyFailure } from '#lib/http/read-body.ts'
import { foreignForm, isPageForm } from '#lib/no-script-forms/page-form.ts'
import { authOptions } from './auth-options.ts'
import { asForm, refusedAddress } from './auth-request.ts'
import { callerOf } from './caller.ts'
import { clearWantedPage, endSessionCookies, sessionCookieName, setHint, setKnownBrowser } from './cookies.ts'
import { signInByForm } from './sign-in-by-form.ts'

type RouteContext = { params: Promise<{ nextauth: string[] }> }

/** next-auth's own addresses, with the hint cookie kept in step with the session cookie. */
export async function authHandler(request: NextRequest, context: RouteContext): Promise<Response> {
  const refused = refusedAddress(request, (await context.params).nextauth)
  if (refused) return refused
  if (request.method === 'GET' || request.method === 'HEAD') return answer(request, context)
  // Its CSRF token guards against forms of other sites; a request with a token still has to come from a page of ours.
  const foreign = foreignRefusal(request)
  if (foreign) return isPageForm(request) ? foreignForm() : foreign
  try {
    const form = await asForm(request)
    // Without its token next-auth would only ask for it; with one, next-auth answers, as usual.
    if (isPageForm(request) && request.nextUrl.pathname.endsWith('/callback/credentials')) {
      const fields = new URLSearchParams(await form.clone().text())
      if (!fields.has('csrfToken')) return await signInByForm(request, fields)
    }
    return await answer(form, context)
  } catch (fault) {
    if (fault instanceof BodyFailure) return problem(fault.code, fault.message)
    throw fault
  }
}

async function answer(request: NextRequest, context: RouteContext): Promise<Response> {
  // next-auth builds its links from it.
  process.env.NEXTAUTH_URL ??= webEnv().PUBLIC_URL
  let refusal: ApiFailure | undefined
  let knownBrowser: string | undefined
  const as = await callerOf(request)
  // next-auth answers from the cookie, which goes on being read after the session has ended.
  const over = request.nextUrl.pathname.endsWith('/session') ? await answerEnded(request, as) : undefined
  if (over) return over
  const options = authOptions(as, {
    onRefusal: (fault) => {
      refusal = fault
    },
    onSignedIn: (signedIn) => {
      knownBrowser = signedIn.known_browser
    },
  })
  const response: Response = await NextAuth(request as never, context as never, options)
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'private, no-store')
  // next-auth deletes what it can't read, but another node may know its key; who signs out means it anyway.
  if (!as.token && !request.nextUrl.pathname.endsWith('/signout')) keepSession(headers)
  const change = sessionChange(headers)
  if (change === 'begun') {
    for (const cookie of [setHint(), clearWantedPage(), ...setKnownBrowser(knownBrowser)])
      headers.append('set-cookie', cookie)
  }
  if (change === 'ended') {
    for (const cookie of endSessionCookies(request.headers.get('cookie'))) headers.append('set-cookie', cookie)
  }
  // next-auth calls every refusal 401.
  const status = refusal && refusal.status !== 401 ? refusal.status : response.status
  if (refusal?.retryAfterSeconds) headers.set('retry-after', String(refusal.retryAfterSeconds))
  return new Response(response.body, { status, headers })
}

/** The answer for a session that has ended, or of which nobody can say that; undefined while it goes on. */
async function answerEnded(request: NextRequest, as: CallAs): Promise<Response | undefined> {
  if (!as.token) return undefined
  try {
    await call(users.current, {}, as)
    return undefined
  } catch (fault) {
    if (!(fault instanceof ApiFailure)) throw fault
    if (fault.status !== 401 && fault.code !== 'invalid_answer') return failed(fault)
    const headers = new Headers({ 'cache-control': 'private, no-store' })
    for (const cookie of endSessionCookies(request.headers.get('cookie'))) headers.append('set-cookie', cookie)
    return Response.json({}, { headers })
  }
}

function sessionChange(headers: Headers): 'begun' | 'ended' | undefined {
  const set = headers.getSetCookie().filter(isOfSession)
  if (set.length === 0) return undefined
  return set.every(isDeletion) ? 'ended' : 'begun'
}

/** Takes the deletion of a session out of an answer; the parts that a new one does not need still go. */
function keepSession(headers: Headers): void {
  if (sessionChange(headers) !== 'ended') return
  const others = headers.getSetCookie().filter((cookie) => !isOfSession(cookie))
  headers.delete('set-cookie')
  for (const cookie of others) headers.append('set-cookie', cookie)
}

function isOfSession(cookie: string): boolean {
  const name = sessionCookieName()
  return cookie.startsWith(`${name}=`) || cookie.startsWith(`${name}.`)
}

function isDeletion(cookie: string): boolean {
  return /^[^=]+=;/.test(cookie)
}
