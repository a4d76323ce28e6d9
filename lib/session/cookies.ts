import { webEnv } from '#lib/env.ts'

export const sessionMaxAgeSeconds = 30 * 24 * 60 * 60

/** Readable by scripts and worth nothing: tells the navigation bar that asking who one is can have an answer. */
export const hintName = 'signed_in'

/** Where somebody wanted to go who had to sign in first. */
export const wantedName = 'wanted_page'
/** Only the pages that sign in see it. */
export const wantedPath = '/users'

/** By this an account knows a browser that it has let in before; it opens nothing, and outlives the session. */
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

/** What ends the session in the browser: the cookie, the parts a long one is cut into, and the hint. */
export function endedSession(cookieHeader: string | null): string[] {
  const name = sessionCookieName()
  const present = (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
    .filter((other) => other.startsWith(`${name}.`) && /^\d+$/.test(other.slice(name.length + 1)))
  return [...[name, ...present].map((each) => `${cookie(each, '', 0)}; HttpOnly`), cookie(hintName, '', 0)]
}

/** Once somebody has signed in, nobody at this browser is led there again. */
export function forgottenWanted(): string {
  return `${cookie(wantedName, '', 0, wantedPath)}; HttpOnly`
}

/** What a sign-in gives the browser to keep; nothing where it is no value for a cookie. */
export function setKnownBrowser(value: string | undefined): string[] {
  if (!value || !knownBrowserForm.test(value)) return []
  return [`${cookie(knownBrowserName, value, knownBrowserMaxAgeSeconds, knownBrowserPath)}; HttpOnly`]
}

function cookie(name: string, value: string, maxAge: number, path = '/'): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax${isHttps() ? '; Secure' : ''}`
}
