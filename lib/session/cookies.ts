import { webEnv } from '#lib/env.ts'

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

export function setHint(): string {
  return cookie(hintName, '1', sessionMaxAgeSeconds)
}

/** Begins a session in the browser, as next-auth does: it replaces an earlier one, with all its parts. */
export function beganSession(value: string, knownBrowser: string | undefined, cookieHeader: string | null): string[] {
  return [
    ...partsOfSession(cookieHeader).map((part) => `${cookie(part, '', 0)}; HttpOnly`),
    `${cookie(sessionCookieName(), value, sessionMaxAgeSeconds)}; HttpOnly`,
    setHint(),
    forgottenWanted(),
    ...setKnownBrowser(knownBrowser),
  ]
}

/** Ends the session in the browser: the cookie, the parts of a long one, and the hint. */
export function endedSession(cookieHeader: string | null): string[] {
  const present = [sessionCookieName(), ...partsOfSession(cookieHeader)]
  return [...present.map((each) => `${cookie(each, '', 0)}; HttpOnly`), cookie(hintName, '', 0)]
}

function partsOfSession(cookieHeader: string | null): string[] {
  const name = sessionCookieName()
  return (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
    .filter((other) => other.startsWith(`${name}.`) && /^\d+$/.test(other.slice(name.length + 1)))
}

/** Once a person has signed in, no one at this browser is sent there again. */
export function forgottenWanted(): string {
  return `${cookie(wantedName, '', 0, wantedPath)}; HttpOnly`
}

/** The value that a sign-in gives the browser to store; empty if it is not valid in a cookie. */
export function setKnownBrowser(value: string | undefined): string[] {
  if (!value || !knownBrowserForm.test(value)) return []
  return [`${cookie(knownBrowserName, value, knownBrowserMaxAgeSeconds, knownBrowserPath)}; HttpOnly`]
}

function cookie(name: string, value: string, maxAge: number, path = '/'): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax${isHttps() ? '; Secure' : ''}`
}
