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
