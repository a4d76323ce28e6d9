import { users } from '#contract/users.ts'
import { signInNotice } from './sign-in.ts'

test('a reason that is known has its sentence, every other one the same', () => {
  expect(signInNotice(undefined)).toBeUndefined()
  expect(signInNotice('AccessDenied')).toBe('The login was cancelled.')
  expect(signInNotice('google_invalid_credentials')).toBe(
    'Google did not confirm this address, so we cannot log you in with it.',
  )
  for (const reason of ['x', '__proto__', 'constructor']) {
    expect(signInNotice(reason)).toBe('That didn’t work. Please try again.')
  }
})

test.each(users.loginWithGoogle.problems)('the refusal %s of a Google sign-in has a sentence of its own', (problem) => {
  expect(signInNotice(`google_${problem}`)).not.toBe('That didn’t work. Please try again.')
})
