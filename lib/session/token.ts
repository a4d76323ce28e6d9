import { decode, encode } from 'next-auth/jwt'
import type { SignedIn } from '#contract/users.ts'
import { webEnv } from '#lib/env.ts'
import { sessionCookieName, sessionMaxAgeSeconds } from './cookies.ts'

/** The content of the encrypted cookie: the product API's token, and the role as it was at the sign-in. */
export type SessionToken = { apiToken: string; role: string }

const mostParts = 8

type Cookies = { get(name: string): { value: string } | undefined }

/** The session of a request's cookies; undefined if there is none or it can't be read. */
export async function readSession(cookies: Cookies): Promise<SessionToken | undefined> {
  const { NEXTAUTH_SECRET = '' } = webEnv()
  const token = sessionCookie(cookies)
  if (!token) return undefined
  // A token that is too old, forged or from another secret is ignored.
  const content = await decode({ token, secret: NEXTAUTH_SECRET }).catch(() => null)
  if (typeof content?.apiToken !== 'string') return undefined
  return { apiToken: content.apiToken, role: String(content.role ?? 'user') }
}

/** The value of a session's cookie, as next-auth writes it for `authOptions`. */
export function sealSession({ token, user }: SignedIn): Promise<string> {
  const { NEXTAUTH_SECRET = '' } = webEnv()
  const { uuid, name, email, role } = user
  const content = { sub: uuid, name, email, apiToken: token, role, uuid }
  return encode({ token: content, secret: NEXTAUTH_SECRET, maxAge: sessionMaxAgeSeconds })
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
export function cookiesOf(request: Request): Cookies {
  return cookiesIn(request.headers.get('cookie') ?? '')
}

function cookiesIn(header: string): Cookies {
  const pairs = new Map<string, string>()
  for (const pair of header.split(';')) {
    const cut = pair.indexOf('=')
    if (cut > 0) pairs.set(pair.slice(0, cut).trim(), pair.slice(cut + 1).trim())
  }
  return {
    get: (name) => {
      const value = pairs.get(name)
      return value === undefined ? undefined : { value }
    },
  }
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
