/** The targets of forms that work without scripts; the BFF makes the call that the page's script would make. */
export const formActions = {
  login: '/api/auth/callback/credentials',
  signup: '/api/users/signup',
  forgotPassword: '/api/users/forget-password',
  resetPassword: '/api/users/reset-password',
  confirmEmail: '/api/users/confirm-email',
  subscribe: '/api/newsletters/subscribe',
  confirmSubscription: (uuid: string) => `/api/newsletters/confirm/${encodeURIComponent(uuid)}`,
  unsubscribe: (uuid: string) => `/api/newsletters/unsubscribe/${encodeURIComponent(uuid)}`,
  preferences: (uuid: string) => `/api/newsletters/preferences/${encodeURIComponent(uuid)}`,
} as const

/** The form that reports a story; apart from the others, which scripts of every page load. */
export function reportAction(slug: string): string {
  return `/api/contents/${encodeURIComponent(slug)}/report`
}
