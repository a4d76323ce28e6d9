import { askServer } from './ask-server.ts'
import { CallFailure } from './call-failure.ts'

export const signInFailed = 'Logging in is not possible right now. Please try again.'

/** The addresses of next-auth that change something. */
export type NextAuthAction = 'callback/credentials' | 'callback/passkey' | 'signin/google'

/**
 * Sends a form to one of next-auth's own addresses, with its CSRF token. Its browser library would outweigh the page.
 * @returns the address that next-auth redirects to, whose query says what was wrong.
 * @throws CallFailure if the answer was of no use.
 */
export async function callNextAuth(
  action: NextAuthAction,
  fields: Record<string, string>,
): Promise<{ status: number; url: URL }> {
  const asked = await askServer('/api/auth/csrf', { headers: { accept: 'application/json' } })
  const { csrfToken } = await wordsOf(asked)
  if (!asked.ok || !csrfToken) throw new CallFailure(asked.status, signInFailed)
  const sent = new URLSearchParams({ ...fields, csrfToken, json: 'true' })
  const response = await askServer(`/api/auth/${action}`, { method: 'POST', body: sent })
  const { url, message } = await wordsOf(response)
  if (!url) throw new CallFailure(response.status, message ?? signInFailed)
  return { status: response.status, url: new URL(url, location.origin) }
}

async function wordsOf(response: Response): Promise<Partial<Record<string, string>>> {
  return response.json().catch(() => ({}))
}
