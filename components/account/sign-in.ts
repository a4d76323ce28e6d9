import { CallFailure } from '#lib/browser/call-failure.ts'
import { callNextAuth, signInFailed } from '#lib/browser/call-next-auth.ts'

/**
 * Signs in through next-auth.
 * @throws CallFailure whose message is the sentence to show.
 */
export async function signIn(provider: 'credentials' | 'passkey', fields: Record<string, string>): Promise<void> {
  const { status, url } = await callNextAuth(`callback/${provider}`, { ...fields, callbackUrl: location.origin })
  if (url.searchParams.has('csrf')) {
    throw new CallFailure(status, 'Logging in needs cookies. Please allow them for this site and try again.')
  }
  const error = url.searchParams.get('error')
  if (error !== null || status === 401) throw new CallFailure(status, sentenceOf(error ?? 'CredentialsSignin'))
}

/**
 * Leads to Google, and from there to `next`.
 * @throws CallFailure
 */
export async function signInWithGoogle(next: string): Promise<void> {
  const { url } = await callNextAuth('signin/google', { callbackUrl: next })
  location.assign(url.href)
}

/** next-auth passes on the sentence of a refusal; its own words are for programs. */
function sentenceOf(error: string): string {
  if (error === 'CredentialsSignin') return 'Invalid email or password.'
  return error.includes(' ') ? error : signInFailed
}
