import 'server-only'
import type { NextAuthOptions, User } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import Google from 'next-auth/providers/google'
import type { SignedIn } from '#contract/users.ts'
import type { CallAs } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { webEnv } from '#lib/env.ts'
import { isHttps, sessionCookieName, sessionMaxAgeSeconds } from './cookies.ts'
import { refusalOf, signInWithGoogle, signInWithPasskey, signInWithPassword, signOut } from './sign-in.ts'

/** A person as next-auth hands one on between its callbacks; the product API's token goes into the encrypted cookie only. */
type SessionUser = User & { apiToken?: string; role?: string; uuid?: string }

/**
 * next-auth's settings for one request: `as` is the browser that signs in and the session it has so far. `hear` is told
 * what the product API answered, because next-auth passes on a sentence only.
 */
export function authOptions(as: CallAs, hear: Hearing): NextAuthOptions {
  const { NEXTAUTH_SECRET } = webEnv()
  return {
    ...(NEXTAUTH_SECRET && { secret: NEXTAUTH_SECRET }),
    session: { strategy: 'jwt', maxAge: sessionMaxAgeSeconds },
    pages: { signIn: '/users/login', signOut: '/', error: '/users/login' },
    useSecureCookies: isHttps(),
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps() },
      },
    },
    providers: [passwordProvider(as, hear), passkeyProvider(as, hear), ...googleProvider()],
    callbacks: {
      signIn: async ({ user, account, profile }) => {
        if (account?.provider !== 'google') return true
        const credential = account.id_token ?? ''
        const { name, email } = profile ?? {}
        return signInOrRedirect(user, () => signInWithGoogle({ name, email, credential }, as), hear)
      },
      jwt: ({ token, user }) => {
        const { apiToken, role, uuid } = (user ?? {}) as SessionUser
        return apiToken ? { ...token, apiToken, role, uuid } : token
      },
      // A Location header takes ASCII only, so the page to return to is written as an address.
      redirect: ({ url, baseUrl }) => {
        const target = URL.parse(url, baseUrl)
        return target?.origin === baseUrl ? target.href : baseUrl
      },
      // Scripts can read this at /api/auth/session: it never contains the token.
      session: ({ session, token }) => ({ ...session, user: { ...session.user, role: token.role, uuid: token.uuid } }),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.apiToken === 'string') await signOut({ ...as, token: token.apiToken })
      },
    },
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  }
}

type Hearing = { onRefusal: (fault: ApiFailure) => void; onSignedIn: (signedIn: SignedIn) => void }

function passwordProvider(as: CallAs, hear: Hearing) {
  return Credentials({
    id: 'credentials',
    name: 'Email and password',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: (given) =>
      signInOrExplain(
        () => signInWithPassword({ email: given?.email ?? '', password: given?.password ?? '' }, as),
        hear,
      ),
  })
}

function passkeyProvider(as: CallAs, hear: Hearing) {
  return Credentials({
    id: 'passkey',
    name: 'Passkey',
    credentials: { challenge_id: { type: 'text' }, response: { type: 'text' } },
    authorize: (given) =>
      signInOrExplain(
        () => signInWithPasskey({ challenge_id: given?.challenge_id ?? '', response: given?.response ?? '' }, as),
        hear,
      ),
  })
}

function googleProvider() {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = webEnv()
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return []
  const issuer = GOOGLE_ISSUER.replace(/\/+$/, '')
  const checks: ('pkce' | 'state' | 'nonce')[] = ['pkce', 'state', 'nonce']
  return [
    Google({
      clientId: GOOGLE_CLIENT_ID,
      clientSecret: GOOGLE_CLIENT_SECRET,
      issuer,
      wellKnown: `${issuer}/.well-known/openid-configuration`,
      checks,
    }),
  ]
}

/** @throws Error whose message is the sentence that the log-in form shows. */
async function signInOrExplain(signIn: () => Promise<SignedIn>, hear: Hearing): Promise<SessionUser> {
  try {
    const signedIn = await signIn()
    hear.onSignedIn(signedIn)
    return sessionUser(signedIn)
  } catch (fault) {
    if (fault instanceof ApiFailure) hear.onRefusal(fault)
    throw new Error(refusalOf(fault), { cause: fault })
  }
}

/** @returns true, or the page to go to: its `error` is a word that the log-in page knows, never free text. */
async function signInOrRedirect(
  user: SessionUser,
  signIn: () => Promise<SignedIn>,
  hear: Hearing,
): Promise<true | string> {
  try {
    const signedIn = await signIn()
    hear.onSignedIn(signedIn)
    Object.assign(user, sessionUser(signedIn))
    return true
  } catch (fault) {
    const code = fault instanceof ApiFailure ? fault.code : 'google'
    return `/users/login?error=${encodeURIComponent(`google_${code}`)}`
  }
}

function sessionUser({ token, user }: SignedIn): SessionUser {
  return { id: user.uuid, name: user.name, email: user.email, apiToken: token, role: user.role, uuid: user.uuid }
}
