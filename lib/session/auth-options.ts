import 'server-only'
import type { NextAuthOptions, User } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import Google from 'next-auth/providers/google'
import { passkeys } from '#contract/sessions.ts'
import { type SignedIn, users } from '#contract/users.ts'
import { type CallAs, call } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { webEnv } from '#lib/env.ts'
import { isHttps, sessionCookieName, sessionMaxAgeSeconds } from './cookies.ts'
import { refusalOf, signInWithPassword, signOut } from './sign-in.ts'

/** A person as next-auth hands one on between its callbacks; the product API's token goes into the encrypted cookie only. */
type SessionUser = User & { apiToken?: string; role?: string; uuid?: string }

/**
 * next-auth's settings for one request: `as` is the browser that signs in and the session it has so far. `answered` gets
 * what the product API answered, because next-auth passes on a sentence only.
 */
export function authOptions(as: CallAs, answered: Answered): NextAuthOptions {
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
    providers: [passwordProvider(as, answered), passkeyProvider(as, answered), ...googleProvider()],
    callbacks: {
      signIn: async ({ user, account, profile }) => {
        if (account?.provider !== 'google') return true
        const credential = account.id_token ?? ''
        // Only the ID token counts for our own product API; another one may read the name and the email.
        const { name, email } = profile ?? {}
        const signIn = async () => (await call(users.loginWithGoogle, { body: { name, email, credential } }, as)).body
        return signInOrRedirect(user, signIn, answered)
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

/** The product API's answer to a sign-in. */
export type Answered = { refusal?: ApiFailure; signedIn?: SignedIn }

function passwordProvider(as: CallAs, answered: Answered) {
  return Credentials({
    id: 'credentials',
    name: 'Email and password',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: ({ email = '', password = '' }: Partial<Record<string, string>> = {}) =>
      signInOrExplain(() => signInWithPassword({ email, password }, as), answered),
  })
}

function passkeyProvider(as: CallAs, answered: Answered) {
  return Credentials({
    id: 'passkey',
    name: 'Passkey',
    credentials: { challenge_id: { type: 'text' }, response: { type: 'text' } },
    authorize: ({ challenge_id = '', response = '' }: Partial<Record<string, string>> = {}) =>
      signInOrExplain(() => signInWithPasskey({ challenge_id, response }, as), answered),
  })
}

async function signInWithPasskey({ response, ...input }: { challenge_id: string; response: string }, as: CallAs) {
  const answer = passkeys.login.body.safeParse({ ...input, response: readAnswer(response) })
  if (!answer.success) throw new ApiFailure(400, 'bad_request', 'We couldn’t check the passkey. Please try again.')
  return (await call(passkeys.login, { body: answer.data }, as)).body
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function googleProvider() {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = webEnv()
  if (!clientId || !clientSecret) return []
  const wellKnown = `${issuer}/.well-known/openid-configuration`
  return [Google({ clientId, clientSecret, issuer, wellKnown, checks: ['pkce', 'state', 'nonce'] })]
}

/** @throws Error whose message is the sentence that the log-in form shows. */
async function signInOrExplain(signIn: () => Promise<SignedIn>, answered: Answered): Promise<SessionUser> {
  try {
    answered.signedIn = await signIn()
    return sessionUser(answered.signedIn)
  } catch (fault) {
    if (fault instanceof ApiFailure) answered.refusal = fault
    throw new Error(refusalOf(fault), { cause: fault })
  }
}

/** @returns true, or the page to go to: its `error` is a word that the log-in page knows, never free text. */
async function signInOrRedirect(
  user: SessionUser,
  signIn: () => Promise<SignedIn>,
  answered: Answered,
): Promise<true | string> {
  try {
    answered.signedIn = await signIn()
    Object.assign(user, sessionUser(answered.signedIn))
    return true
  } catch (fault) {
    const code = fault instanceof ApiFailure ? fault.code : 'google'
    return `/users/login?error=${encodeURIComponent(`google_${code}`)}`
  }
}

function sessionUser({ token, user }: SignedIn): SessionUser {
  return { id: user.uuid, name: user.name, email: user.email, apiToken: token, role: user.role, uuid: user.uuid }
}
