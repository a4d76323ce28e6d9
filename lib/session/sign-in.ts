import 'server-only'
import { passkeys } from '#contract/sessions.ts'
import { type SignedIn, users } from '#contract/users.ts'
import { type CallAs, call } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'

/** `as.token` is the session that this browser had before: it ends with the new one. */
export async function signInWithPassword(input: { email: string; password: string }, as: CallAs): Promise<SignedIn> {
  const { body } = await call(users.login, { body: input }, as)
  return body
}

export async function signInWithPasskey(
  input: { challenge_id: string; response: string },
  as: CallAs,
): Promise<SignedIn> {
  const answer = passkeys.login.body.safeParse({ ...input, response: readAnswer(input.response) })
  if (!answer.success) throw new ApiFailure(400, 'bad_request', 'We couldn’t check the passkey. Please try again.')
  const { body } = await call(passkeys.login, { body: answer.data }, as)
  return body
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only the ID token counts for our own product API; another one may read the name and the email. */
export async function signInWithGoogle(
  input: { name?: string | undefined; email?: string | undefined; credential: string },
  as: CallAs,
): Promise<SignedIn> {
  const { body } = await call(users.loginWithGoogle, { body: input }, as)
  return body
}

/** Ends a session at the product API; one that is over already is as good. */
export async function signOut(as: CallAs): Promise<void> {
  try {
    await call(users.logout, {}, as)
  } catch (fault) {
    if (!(fault instanceof ApiFailure) || fault.status !== 401) throw fault
  }
}

/** The sentence for a person whose sign-in was refused. */
export function refusalOf(fault: unknown): string {
  if (!(fault instanceof ApiFailure)) return 'Invalid email or password.'
  if (fault.status === 400 && fault.fields) return 'Invalid email or password.'
  if (fault.code === 'unreachable' || fault.status >= 500)
    return 'Signing in is not possible right now. Please try again.'
  return fault.message
}

// A map: the looked-up name comes from an address, and `constructor` must not be an entry.
const notices = new Map(
  Object.entries({
    google_not_possible:
      'An account with this address exists already. Sign in with your password and confirm your address first; then Google works too.',
    google_unavailable: 'Google sign-in is not set up on this site.',
    google_too_many_requests: 'Too many requests. Please try again later.',
    google_unreachable: 'Signing in is not possible right now. Please try again.',
    google_invalid_credentials: 'Google did not confirm this address, so we cannot sign you in with it.',
    google_suspended: 'This account is suspended. If you have questions, please contact us.',
    AccessDenied: 'The sign-in was cancelled.',
  }),
)

/** The log-in page's message about a failed sign-in elsewhere; the address names a reason and never a text. */
export function signInNotice(error: string | undefined): string | undefined {
  if (!error) return undefined
  return notices.get(error) ?? 'That didn’t work. Please try again.'
}
