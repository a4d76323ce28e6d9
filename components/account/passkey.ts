import type { Challenge, Passkey } from '#contract/sessions.ts'
import { CallFailure, callJson } from '#lib/bff/client.ts'
import { signIn } from './sign-in.ts'

type Browser = typeof import('@simplewebauthn/browser')
// The options come from the server as WebAuthn's own JSON.
type RequestOptions = Parameters<Browser['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<Browser['startRegistration']>[0]['optionsJSON']

/**
 * @returns false where the person has closed the browser's question.
 * @throws CallFailure
 */
export async function signInWithPasskey(): Promise<boolean> {
  const { body } = await callJson<Challenge>('POST', '/api/users/login/passkey/options')
  const optionsJSON = body.options as unknown as RequestOptions
  const response = await asked(({ startAuthentication }) => startAuthentication({ optionsJSON }))
  if (!response) return false
  await signIn('passkey', { challenge_id: body.challenge_id, response: JSON.stringify(response) })
  return true
}

/**
 * @returns the passkey, or nothing where the person has closed the browser's question.
 * @throws CallFailure
 */
export async function addPasskey(name: string, currentPassword?: string): Promise<Passkey | undefined> {
  const { body } = await callJson<Challenge>('POST', '/api/users/passkeys/options', { currentPassword })
  const optionsJSON = body.options as unknown as CreationOptions
  const response = await asked(({ startRegistration }) => startRegistration({ optionsJSON }))
  if (!response) return undefined
  const made = { challenge_id: body.challenge_id, response, name: name || undefined }
  return (await callJson<Passkey>('POST', '/api/users/passkeys', made)).body
}

async function asked<T>(question: (browser: Browser) => Promise<T>): Promise<T | undefined> {
  // Few need it: it comes with the click.
  const browser = await import('@simplewebauthn/browser')
  if (!browser.browserSupportsWebAuthn()) throw new CallFailure(0, 'This browser does not know passkeys.')
  try {
    return await question(browser)
  } catch (fault) {
    const name = fault instanceof Error ? fault.name : ''
    // Browsers do not tell a refusal from a question that nobody answered, so that no page can learn which it was.
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined
    if (name === 'InvalidStateError') throw new CallFailure(0, 'This device has a passkey for this account already.')
    throw new CallFailure(0, 'The passkey could not be used here. Please try another way.', { cause: fault })
  }
}
