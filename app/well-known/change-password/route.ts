import { redirectToChangePassword } from '#lib/bff/session-calls.ts'

export const dynamic = 'force-dynamic'

/**
 * For password managers (W3C "A Well-Known URL for Changing Passwords"). next.config.mjs rewrites
 * /.well-known/change-password to this address.
 */
export const GET = redirectToChangePassword
