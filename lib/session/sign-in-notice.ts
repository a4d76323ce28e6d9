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
