import { CallFailure, callJson, sendForm } from '#lib/bff/client.ts'

/**
 * Signs in through next-auth's own addresses; its browser library would weigh more than the log-in page.
 * @throws CallFailure whose message is the sentence to show.
 */
export async function signIn(provider: 'credentials' | 'passkey', fields: Record<string, string>): Promise<void> {
  const { status, url } = await askNextAuth(`callback/${provider}`, { ...fields, callbackUrl: location.origin })
  if (url.searchParams.has('csrf')) {
    throw new CallFailure(status, 'Signing in needs cookies. Please allow them for this site and try again.')
  }
  const error = url.searchParams.get('error')
  if (error !== null || status === 401) throw new CallFailure(status, sentenceOf(error ?? 'CredentialsSignin'))
}

/**
 * Leads to Google, and from there to `next`.
 * @throws CallFailure
 */
export async function signInWithGoogle(next: string): Promise<void> {
  const { url } = await askNextAuth('signin/google', { callbackUrl: next })
  location.assign(url.href)
}

async function askNextAuth(action: string, fields: Record<string, string>): Promise<{ status: number; url: URL }> {
  const { csrfToken } = (await callJson<{ csrfToken: string }>('GET', '/api/auth/csrf')).body
  const sent = { ...fields, csrfToken, json: 'true' }
  const { status, body } = await sendForm<{ url?: string; message?: string }>(`/api/auth/${action}`, sent)
  if (!body.url) throw new CallFailure(status, body.message ?? failed)
  return { status, url: new URL(body.url, location.origin) }
}

const failed = 'Signing in is not possible right now. Please try again.'

/** next-auth passes on the sentence of a refusal; its own words are for programs. */
function sentenceOf(error: string): string {
  if (error === 'CredentialsSignin') return 'Invalid email or password.'
  return error.includes(' ') ? error : failed
}
