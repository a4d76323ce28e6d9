import type { Passkey } from '#contract/sessions.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { signIn } from './sign-in.ts'

type Browser = typeof import('@simplewebauthn/browser')
// The options come from the server as WebAuthn's own JSON.
type RequestOptions = Parameters<Browser['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<Browser['startRegistration']>[0]['optionsJSON']

/**
 * @returns false if the person has closed the browser's prompt.
 * @throws CallFailure
 */
export async function signInWithPasskey(): Promise<boolean> {
  const { body } = await callBff('POST /users/login/passkey/options')
  const optionsJSON = body.options as unknown as RequestOptions
  const response = await asked(({ startAuthentication }) => startAuthentication({ optionsJSON }))
  if (!response) return false
  await signIn('passkey', { challenge_id: body.challenge_id, response: JSON.stringify(response) })
  return true
}

/**
 * @returns the passkey, or undefined if the person has closed the browser's prompt.
 * @throws CallFailure
 */
export async function addPasskey(name: string, currentPassword?: string): Promise<Passkey | undefined> {
  const { body } = await callBff('POST /users/passkeys/options', { body: { currentPassword } })
  const optionsJSON = body.options as unknown as CreationOptions
  const response = await asked(({ startRegistration }) => startRegistration({ optionsJSON }))
  if (!response) return undefined
  // The results of extensions are ignored.
  const answered = { ...response, clientExtensionResults: {} }
  const made = { challenge_id: body.challenge_id, response: answered, name: name || undefined }
  return (await callBff('POST /users/passkeys', { body: made })).body
}

async function asked<T>(question: (browser: Browser) => Promise<T>): Promise<T | undefined> {
  // Few people need it: it loads with the click.
  const browser = await import('@simplewebauthn/browser').catch((cause: unknown) => {
    throw new CallFailure(0, 'This couldn’t be loaded. Please try again.', { cause })
  })
  if (!browser.browserSupportsWebAuthn()) throw new CallFailure(0, 'This browser does not know passkeys.')
  try {
    return await question(browser)
  } catch (fault) {
    const name = fault instanceof Error ? fault.name : ''
    // Browsers do not tell a refusal from a prompt that timed out, so that no page can learn which it was.
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined
    if (name === 'InvalidStateError') throw new CallFailure(0, 'This device has a passkey for this account already.')
    throw new CallFailure(0, 'The passkey could not be used here. Please try another way.', { cause: fault })
  }
}
