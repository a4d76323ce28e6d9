import { decode, encode } from 'next-auth/jwt'
import type { SignedIn } from '#contract/users.ts'
import { webEnv } from '#lib/env.ts'

/** The content of the encrypted cookie: the product API's token, and the role as it was at the sign-in. */
export type SessionToken = { apiToken: string; role: string }

const mostParts = 8

type Cookies = { get(name: string): { value: string } | undefined }

/** The session of a request's cookies; undefined if there is none or it can't be read. */
export async function readSession(cookies: Cookies): Promise<SessionToken | undefined> {
  const token = sessionCookie(cookies)
  if (!token) return undefined
  // A token that is too old, forged or from another secret is ignored.
  const content = await decode({ token, secret: webEnv().NEXTAUTH_SECRET ?? '' }).catch(() => null)
  if (typeof content?.apiToken !== 'string') return undefined
  return { apiToken: content.apiToken, role: String(content.role ?? 'user') }
}

/** Whether there is a session in a request's Cookie header that this node can read. */
export async function hasReadableSession(cookieHeader: string): Promise<boolean> {
  return (await readSession(cookiesIn(cookieHeader))) !== undefined
}

/** Whether the browser has a session, be it one that this node can't read: another node may know its key. */
export function hasSession(cookies: Cookies): boolean {
  return sessionCookie(cookies) !== ''
}

function sessionCookie(cookies: Cookies): string {
  const name = sessionCookieName()
  return cookies.get(name)?.value ?? joinedParts(cookies, name)
}

/** The cookies of a plain request, as Next's own ones are asked. */
export function cookiesOf(request: Request): ReturnType<typeof cookiesIn> {
  return cookiesIn(request.headers.get('cookie') ?? '')
}

function cookiesIn(header: string): Map<string, { value: string }> {
  const found = new Map<string, { value: string }>()
  for (const pair of header.split(';')) {
    const cut = pair.indexOf('=')
    if (cut > 0) found.set(pair.slice(0, cut).trim(), { value: pair.slice(cut + 1).trim() })
  }
  return found
}

/** next-auth cuts a value too long for one cookie into `name.0`, `name.1` and so on. */
function joinedParts(cookies: Cookies, name: string): string {
  let joined = ''
  for (let part = 0; part < mostParts; part++) {
    const piece = cookies.get(`${name}.${part}`)?.value
    if (piece === undefined) break
    joined += piece
  }
  return joined
}

export const sessionMaxAgeSeconds = 30 * 24 * 60 * 60

/** Readable by scripts and worthless: tells the navigation bar that asking who is signed in can have an answer. */
export const hintName = 'signed_in'

/** The page that a person wanted before having to sign in. */
export const wantedName = 'wanted_page'
/** Only the pages that sign in see it. */
export const wantedPath = '/users'

/** Lets an account recognise a browser that has signed in before; it grants nothing, and outlives the session. */
export const knownBrowserName = 'known_browser'
export const knownBrowserForm = /^[\w.-]{1,200}$/
const knownBrowserMaxAgeSeconds = 90 * 24 * 60 * 60
/** Only the addresses that sign in see it. */
const knownBrowserPath = '/api/auth'

export function isHttps(): boolean {
  return webEnv().PUBLIC_URL.startsWith('https:')
}

/** `__Host-` ties the cookie to this host and to https; browsers take it there only. */
export function sessionCookieName(): string {
  return `${isHttps() ? '__Host-' : ''}next-auth.session-token`
}

/** Begins a session in the browser that gets this answer, as next-auth does: it replaces an earlier one, with all its parts. */
export async function beginSession(request: Request, response: Response, signedIn: SignedIn): Promise<Response> {
  const { token: apiToken, known_browser, user } = signedIn
  const { uuid, name, email, role } = user
  const token = { sub: uuid, name, email, apiToken, role, uuid }
  const value = await encode({ token, secret: webEnv().NEXTAUTH_SECRET ?? '', maxAge: sessionMaxAgeSeconds })
  const cookies = [
    ...partsOfSession(request).map((part) => `${cookie(part, '', 0)}; HttpOnly`),
    `${cookie(sessionCookieName(), value, sessionMaxAgeSeconds)}; HttpOnly`,
    ...afterSignIn(known_browser),
  ]
  for (const each of cookies) response.headers.append('set-cookie', each)
  return response
}

/** The cookies that a sign-in sets beside the session's. `knownBrowser` is left out if it is not valid in a cookie. */
export function afterSignIn(knownBrowser = ''): string[] {
  return [
    cookie(hintName, '1', sessionMaxAgeSeconds),
    // Once a person has signed in, no one at this browser is sent there again.
    `${cookie(wantedName, '', 0, wantedPath)}; HttpOnly`,
    ...(knownBrowserForm.test(knownBrowser)
      ? [`${cookie(knownBrowserName, knownBrowser, knownBrowserMaxAgeSeconds, knownBrowserPath)}; HttpOnly`]
      : []),
  ]
}

/** Ends the session in the browser that gets this answer: the cookie, the parts of a long one, and the hint. */
export function endSession<R extends Response>(request: Request, response: R): R {
  const present = [sessionCookieName(), ...partsOfSession(request)]
  for (const each of present) response.headers.append('set-cookie', `${cookie(each, '', 0)}; HttpOnly`)
  response.headers.append('set-cookie', cookie(hintName, '', 0))
  return response
}

function partsOfSession(request: Request): string[] {
  const name = sessionCookieName()
  const names = [...cookiesOf(request).keys()]
  return names.filter((other) => other.startsWith(`${name}.`) && /^\d+$/.test(other.slice(name.length + 1)))
}

function cookie(name: string, value: string, maxAge: number, path = '/'): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax${isHttps() ? '; Secure' : ''}`
}
