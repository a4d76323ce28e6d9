import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { z } from 'zod'
import { ApiFailure } from '#lib/api/failure.ts'
import { webEnv } from '#lib/env.ts'
import { failed, foreignForm, foreignRefusal, problem } from '#lib/http/problem.ts'
import { isPageForm, parseJson, readText } from '#lib/http/request.ts'
import { type Answered, authOptions } from './auth-options.ts'
import { callerOf, findUser } from './caller.ts'
import { afterSignIn, cookiesOf, endSession, sessionCookieName } from './cookies.ts'
import { signInByForm } from './sign-in.ts'

type RouteContext = { params: Promise<{ nextauth: string[] }> }

/** Its forms hold an address, a password, or a passkey's answer. */
const formMostBytes = 64 * 1024
/** A password and a passkey come in a form; other providers send people back by an address. */
const postOnly = ['credentials', 'passkey']
const callbackUrlCookies = ['next-auth.callback-url', '__Secure-next-auth.callback-url']

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** next-auth's own addresses, with the hint cookie kept in step with the session cookie. */
export async function authHandler(request: NextRequest, context: RouteContext): Promise<Response> {
  const refused = refusedAddress(request, (await context.params).nextauth)
  if (refused) return refused
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // Its CSRF token guards against forms of other sites; a request with a token still has to come from a page of ours.
  const foreign = isRead ? undefined : foreignRefusal(request)
  if (foreign) return isPageForm(request) ? foreignForm() : foreign
  try {
    if (isRead) return await answer(request, context)
    const form = await asForm(request)
    // Without its token next-auth would only ask for it; with one, next-auth answers, as usual.
    if (isPageForm(request) && request.nextUrl.pathname.endsWith('/callback/credentials')) {
      const fields = new URLSearchParams(await form.clone().text())
      if (!fields.has('csrfToken')) return await signInByForm(request, fields)
    }
    return await answer(form, context)
  } catch (fault) {
    if (fault instanceof ApiFailure) return failed(fault)
    throw fault
  }
}

async function answer(request: NextRequest, context: RouteContext): Promise<Response> {
  // next-auth builds its links from it.
  process.env.NEXTAUTH_URL ??= webEnv().PUBLIC_URL
  const as = await callerOf(request)
  // next-auth answers from the cookie, which goes on being read after the session has ended.
  if (as.token && request.nextUrl.pathname.endsWith('/session') && !(await findUser(as)))
    return endSession(request, Response.json({}, { headers: { 'cache-control': 'private, no-store' } }))
  const answered: Answered = {}
  const given: Response = await NextAuth(request as never, context as never, authOptions(as, answered))
  const { refusal, signedIn } = answered
  // next-auth calls every refusal 401.
  const status = refusal && refusal.status !== 401 ? refusal.status : given.status
  const response = new Response(given.body, { status, headers: given.headers })
  const { headers } = response
  headers.set('cache-control', 'private, no-store')
  if (refusal?.retryAfterSeconds) headers.set('retry-after', String(refusal.retryAfterSeconds))
  // next-auth deletes what it can't read, but another node may know its key; who signs out means it anyway.
  if (!as.token && !request.nextUrl.pathname.endsWith('/signout')) keepSession(headers)
  const change = sessionChange(headers)
  if (change === 'begun')
    for (const cookie of afterSignIn(signedIn?.known_browser)) headers.append('set-cookie', cookie)
  return change === 'ended' ? endSession(request, response) : response
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

/** Refuses a request that next-auth would fail on with a 500; undefined if it can answer it. */
export function refusedAddress(request: NextRequest, [action, provider]: string[]): Response | undefined {
  if (request.method !== 'POST' && action === 'callback' && postOnly.includes(provider ?? '')) {
    const refusal = problem('method_not_allowed', 'Logging in takes a POST of the form.')
    refusal.headers.set('allow', 'POST')
    return refusal
  }
  const { searchParams } = request.nextUrl
  // next-auth takes the last of repeated parameters, so all are checked.
  if (![...searchParams.getAll('error'), provider].every((word) => !word || /^[\x20-\x7e]*$/.test(word))) {
    return problem('bad_request', 'The address names something that does not exist.')
  }
  const cookies = cookiesOf(request)
  const targets = [
    ...searchParams.getAll('callbackUrl'),
    ...callbackUrlCookies.map((name) => cookies.get(name)?.value).map(decoded),
  ]
  if (targets.some((target) => target && !isAddress(target))) {
    return problem('bad_request', 'The page to return to is not an address.')
  }
  return undefined
}

/**
 * A POST as next-auth reads it, always a form of plain texts; JSON with such fields is taken too.
 * @throws ApiFailure `bad_request` or `too_large`
 */
export async function asForm(request: NextRequest): Promise<NextRequest> {
  const form = fieldsOf(request.headers.get('content-type') ?? '', await readText(request, formMostBytes))
  if (!form.getAll('callbackUrl').every((target) => target === '' || isAddress(target)))
    throw new ApiFailure(400, 'bad_request', 'The page to return to is not an address.')
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/x-www-form-urlencoded')
  headers.delete('content-length')
  return new NextRequest(request.url, { method: 'POST', headers, body: form.toString() })
}

function fieldsOf(type: string, text: string): URLSearchParams {
  if (text === '' || /^application\/x-www-form-urlencoded\b/i.test(type)) return new URLSearchParams(text)
  if (!/^application\/json\b/i.test(type)) {
    const sentence = 'The body must be a form: send content-type application/x-www-form-urlencoded'
    throw new ApiFailure(400, 'bad_request', sentence)
  }
  const fields = Fields.safeParse(parseJson(text))
  if (!fields.success) throw new ApiFailure(400, 'bad_request', 'The body must be an object of plain texts')
  return new URLSearchParams(Object.entries(fields.data).map(([name, value]) => [name, String(value)]))
}

/** Whether it is an absolute http(s) URL, or a path of this site. */
function isAddress(target: string): boolean {
  const url = URL.parse(target, target.startsWith('/') ? webEnv().PUBLIC_URL : undefined)
  return url !== null && /^https?:$/.test(url.protocol)
}

function decoded(value: string | undefined): string | undefined {
  try {
    return value && decodeURIComponent(value)
  } catch {
    return value
  }
}
